local lists = import "apple.required_keys.lists"

rule "mac-framework-keys" {
  summary   = "A framework for the Mac identifies and versions itself, and names its library",
  severity  = "warning",
  rationale = "NSBundle finds it neither by identifier nor its code, and the Mac App Store refuses the application around it.",
  source    = { "Bundle Programming Guide: Framework bundles", "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  -- Electron's own framework has no CFBundleShortVersionString.
  require   = lists.mac_framework,
  examples  = {
    pass = { {}, { without = "CFBundleShortVersionString" } },
    fail = { { without = "CFBundleVersion" }, { info = { CFBundleExecutable = "" } }, { without = "CFBundleIdentifier" } },
  },
}
