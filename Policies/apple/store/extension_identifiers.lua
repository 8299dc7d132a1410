local point_of = import "apple.extensions.point"
local values = import "apple.values"

rule "extension-identifier" {
  summary   = "The identifier of an app extension must be its host's identifier, a period and one more part",
  severity  = "error",
  rationale = "The store rejects an extension whose identifier contains more than one period after the identifier of the app.",
  source    = "ITMS-90347",
  tags      = { "ITMS-90347" },
  applies   = { kind = "extension", platform = { "ios", "tvos", "watchos", "visionos" }, nested = true, when = values.is_app_extension },
  check     = function(bundle, report)
    local host = values.host(bundle)
    local own, prefix = values.text(bundle.info.CFBundleIdentifier), host and values.text(host.info.CFBundleIdentifier)
    -- identifier-prefix reports other prefixes.
    local rest = own and prefix and own:sub(1, #prefix + 1) == prefix .. "." and own:sub(#prefix + 2)
    if rest and rest:find("%.") then
      report:at(bundle.info, "CFBundleIdentifier", "'%s' has more than one part after '%s.'", own, prefix, {
        expected = prefix .. ".NAME", fix = ("change it to %s.%s before the first release"):format(prefix, rest:gsub("%.", "-")),
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "application", bundles = { ["PlugIns/Share.appex"] = {} } },
      {
        kind = "application",
        bundles = { ["PlugIns/Share.appex"] = { info = { CFBundleIdentifier = "com.other.a.b.c" } }, ["PlugIns/More.appex"] = {} },
      },
    },
    fail = {
      {
        kind = "application", bundles = { ["PlugIns/Share.appex"] = { info = { CFBundleIdentifier = "com.example.app.share.sheet" } } },
        at = "PlugIns/Share.appex:/CFBundleIdentifier",
      },
      {
        kind = "application", bundles = { ["PlugIns/Share.appex"] = { info = { CFBundleIdentifier = "com.example.app..share" } } },
        at = "PlugIns/Share.appex:/CFBundleIdentifier",
      },
    },
  },
}

rule "system-extension-point" {
  summary   = "An app extension for devices must be for an extension point of the system",
  severity  = "error",
  rationale = "Only the system has extension points of this kind on devices, and their names start with com.apple. The store rejects any "
    .. "other.",
  source    = { "ITMS-90349", "App Extension Keys: NSExtensionPointIdentifier" },
  tags      = { "ITMS-90349" },
  applies   = {
    kind = "extension", platform = { "ios", "tvos", "watchos", "visionos" }, key = "NSExtension", when = values.is_app_extension,
  },
  check     = function(bundle, report)
    local name, is_new = point_of(bundle)
    if name and not is_new and not name:find("^com%.apple%.") then
      report:at(bundle.info.NSExtension, "NSExtensionPointIdentifier", "the system has no extension point '%s'", name, {
        expected = "a name such as com.apple.share-services", fix = "copy NSExtension from the template of the target",
      })
    end
  end,
  examples  = {
    pass = { {}, { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.new-feature" } } }, { info = { NSExtension = {} } } },
    fail = {
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.example.editor" } }, at = "/NSExtension/NSExtensionPointIdentifier" },
      { info = { NSExtension = { NSExtensionPointIdentifier = "org.com.apple.editor" } }, at = "/NSExtension/NSExtensionPointIdentifier" },
      { info = { NSExtension = { NSExtensionPointIdentifier = "share-services" } }, at = "/NSExtension/NSExtensionPointIdentifier" },
    },
  },
}
