local lists = import "apple.required_keys.lists"
local values = import "apple.values"

rule "application-keys" {
  summary   = "An app must have an identifier, a version and an executable",
  severity  = "error",
  rationale = "Without an identifier it has no preferences and no permissions, without an executable it does not open, "
    .. "and without a version no installer or store can tell it from an older one.",
  source    = { "Bundle Programming Guide: tables 2-3 and 2-6", "ITMS-90056" },
  tags      = { "S2", "ITMS-90056" },
  -- A helper inside a Mac app is opened by the app, at its path: mac-helper-keys says what it needs.
  applies   = { kind = "application", when = function(bundle) return bundle.parent == nil or values.is_mobile(bundle) end },
  require   = lists.application,
  examples  = {
    pass = {
      {}, { platform = "ios" },
      { bundles = { ["Contents/Helpers/Tool.app"] = { without = { "CFBundleExecutable", "CFBundleIdentifier", "CFBundleVersion" } } } },
    },
    fail = {
      { without = "CFBundleExecutable" }, { without = "CFBundleIdentifier" }, { platform = "ios", without = "CFBundleVersion" },
      { platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos", without = "CFBundleVersion" } } },
      { info = { CFBundleVersion = "" } }, { info = { CFBundleExecutable = " " } },
    },
  },
}
