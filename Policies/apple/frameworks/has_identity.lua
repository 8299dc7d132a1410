local check_versions = import "apple.frameworks.check_versions"

rule "framework-identity" {
  summary   = "A framework that others embed must have an identifier, versions and an executable; a static one needs no versions",
  severity  = "error",
  rationale = "Apps that embed it ship these keys; without them, the store rejects the app.",
  source    = { "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  applies   = { kind = "framework" },
  require   = { "CFBundleIdentifier", "CFBundleExecutable" },
  check     = check_versions,
  examples  = {
    pass = {
      { platform = "ios", without = { "CFBundleVersion", "CFBundleShortVersionString" }, files = { Kit = "!<arch>\n" } },
      {}, { platform = "ios" }, { without = "CFBundleName" },
      { bundles = { ["Versions/A/Resources/Data.bundle"] = { without = "CFBundleExecutable" } } },
    },
    fail = {
      { platform = "ios", without = "CFBundleExecutable", files = { Kit = "!<arch>\n" }, at = "/CFBundleExecutable" },
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" }, { without = "CFBundleVersion", at = "/CFBundleVersion" },
      { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" }, { info = { CFBundleVersion = "" }, at = "/CFBundleVersion" },
      { info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
    },
  },
}
