-- Dashboard widgets, from Mac OS X 10.4 to macOS 10.14. The plainest names (Height, Width, Fonts, Plugin) are left out:
-- in anything but a widget they are keys of the bundle itself.
local reference = "Dashboard Reference: Dashboard Info.plist Keys"

return {
  {
    key = "AllowFileAccessOutsideOfWidget", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget reads files outside its bundle", source = reference,
  },
  {
    key = "AllowFullAccess", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget has full access", source = reference,
  },
  {
    key = "AllowInternetPlugins", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget uses browser plug-ins", source = reference,
  },
  {
    key = "AllowJava", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget runs Java applets", source = reference,
  },
  {
    key = "AllowMultipleInstances", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget may be opened more than once", source = reference,
  },
  {
    key = "AllowNetworkAccess", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget uses the network", source = reference,
  },
  {
    key = "AllowSystem", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget runs shell commands", source = reference,
  },
  {
    key = "BackwardsCompatibleClassLookup", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget needs the Apple classes of 10.4", source = reference,
  },
  {
    key = "CloseBoxInsetX", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Distance of the close box from the left", source = reference,
  },
  {
    key = "CloseBoxInsetY", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Distance of the close box from the top", source = reference,
  },
  {
    key = "MainHTML", type = "string", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "HTML page of the widget", source = reference,
  },
}
