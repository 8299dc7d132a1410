local lists = import "apple.required_keys.lists"

rule "application-keys" {
  summary   = "An app must have an identifier, a version and an executable",
  severity  = "error",
  rationale = "Without an identifier it has no preferences and no permissions, without an executable it does not open, "
    .. "and without a version no installer or store can tell it from an older one.",
  source    = { "Bundle Programming Guide: tables 2-3 and 2-6", "ITMS-90056" },
  tags      = { "S2", "ITMS-90056" },
  applies   = { kind = "application" },
  require   = lists.application,
  examples  = {
    pass = { {}, { platform = "ios" } },
    fail = {
      { without = "CFBundleExecutable" }, { without = "CFBundleIdentifier" }, { platform = "ios", without = "CFBundleVersion" },
      { info = { CFBundleVersion = "" } }, { info = { CFBundleExecutable = " " } },
    },
  },
}
