-- Dashboard widgets, from Mac OS X 10.4 to macOS 10.14.
return {
  {
    key = "AllowFileAccessOutsideOfWidget", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget reads files elsewhere", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowFullAccess", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget may do everything", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowInternetPlugins", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget uses browser plug-ins", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowJava", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget runs Java applets", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowMultipleInstances", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget may be opened more than once",
    source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowNetworkAccess", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget uses the network", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "AllowSystem", type = "boolean", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Whether the widget runs commands", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "BackwardsCompatibleClassLookup", type = "boolean", platforms = { macos = "10.4" },
    deprecated = { macos = "10.15" },
    summary = "Whether the widget needs the Apple classes of 10.4",
    source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "CloseBoxInsetX", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Distance of the close box from the left", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "CloseBoxInsetY", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Distance of the close box from the top", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "Fonts", type = "array", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    schema = { items = "string" },
    summary = "Font files of the widget", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "Height", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Height of the widget", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "MainHTML", type = "string", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Page of the widget", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "Plugin", type = "string", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Plug-in of the widget", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
  {
    key = "Width", type = "number", platforms = { macos = "10.4" }, deprecated = { macos = "10.15" },
    summary = "Width of the widget", source = "Dashboard Reference: Dashboard Info.plist Keys",
  },
}
