rule "framework-identity" {
  summary   = "A framework that others embed must have an identifier, versions and an executable",
  severity  = "error",
  rationale = "Apps that embed it ship these keys; without them, the store rejects the app.",
  source    = { "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  applies   = { kind = "framework" },
  require   = { "CFBundleIdentifier", "CFBundleVersion", "CFBundleShortVersionString", "CFBundleExecutable" },
  examples  = {
    pass = {
      {}, { platform = "ios" }, { without = "CFBundleName" },
      { bundles = { ["Versions/A/Resources/Data.bundle"] = { without = "CFBundleExecutable" } } },
    },
    fail = {
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" }, { without = "CFBundleVersion", at = "/CFBundleVersion" },
      { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" }, { info = { CFBundleVersion = "" }, at = "/CFBundleVersion" },
    },
  },
}
