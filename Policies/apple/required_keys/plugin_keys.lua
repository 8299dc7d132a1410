local lists = import "apple.required_keys.lists"

rule "plugin-keys" {
  summary   = "A plug-in must have an identifier",
  severity  = "warning",
  rationale = "Without one, code cannot look it up, and two of them cannot be distinguished.",
  source    = "Bundle Programming Guide: Loadable bundles",
  tags      = { "S2" },
  applies   = {
    kind = "plugin",
    -- A resource bundle inside an app is found by its path. SwiftPM writes only CFBundleDevelopmentRegion.
    when = function(bundle) return bundle.parent == nil or bundle.info.CFBundleExecutable ~= nil end,
  },
  require   = lists.plugin,
  examples  = {
    pass = {
      {}, { without = "CFBundleVersion" },
      {
        kind = "application",
        bundles = {
          ["Contents/PlugIns/Kit.bundle"] = {},
          ["Contents/Resources/Kit_Kit.bundle"] = { without = { "CFBundleIdentifier", "CFBundleExecutable" } },
        },
      },
    },
    fail = {
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" }, { info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
      {
        kind = "application", bundles = { ["Contents/PlugIns/Kit.bundle"] = { without = "CFBundleIdentifier" } },
        at = "Contents/PlugIns/Kit.bundle:/CFBundleIdentifier",
      },
    },
  },
}
