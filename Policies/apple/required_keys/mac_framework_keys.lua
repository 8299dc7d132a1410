local lists = import "apple.required_keys.lists"

rule "mac-framework-keys" {
  summary   = "A Mac framework must have an identifier, a version and a library",
  severity  = "warning",
  rationale = "Without them, NSBundle finds neither the framework by its identifier nor its code, and the Mac App Store rejects the app.",
  source    = { "Bundle Programming Guide: Framework bundles", "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  -- Electron's own framework does not have CFBundleShortVersionString.
  require   = lists.mac_framework,
  examples  = {
    pass = { {}, { without = "CFBundleShortVersionString" } },
    fail = { { without = "CFBundleVersion" }, { info = { CFBundleExecutable = "" } }, { without = "CFBundleIdentifier" } },
  },
}
