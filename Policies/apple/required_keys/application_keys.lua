local lists = import "apple.required_keys.lists"

rule "application-keys" {
  summary   = "An app must have an identifier and an executable",
  severity  = "error",
  rationale = "Without an identifier it has no preferences and no permissions, and without an executable it does not open.",
  source    = "Bundle Programming Guide: tables 2-3 and 2-6",
  tags      = { "S2", "MI-MissingBundleExecutable" },
  applies   = { kind = "application" },
  require   = lists.application,
  examples  = {
    pass = { {}, { platform = "ios" } },
    fail = {
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" }, { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleExecutable = " " }, at = "/CFBundleExecutable" },
    },
  },
}
