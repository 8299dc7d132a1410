local lists = import "apple.required_keys.lists"

rule "mobile-application-keys" {
  summary   = "An app for iOS, tvOS, watchOS or visionOS must have a name, a package type and versions",
  severity  = "error",
  rationale = "Without them, the store rejects the upload, and the device does not install the app.",
  source    = { "ITMS-90056", "ITMS-90057", "Bundle Programming Guide: table 2-3" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057", "ITMS-90783", "MI-version" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  require   = lists.application_names,
  examples  = {
    pass = { { platform = "ios" } },
    fail = {
      { platform = "ios", without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { platform = "ios", info = { CFBundlePackageType = "" }, at = "/CFBundlePackageType" },
      { platform = "ios", without = "CFBundleName", at = "/CFBundleName" },
      { platform = "ios", without = "CFBundleVersion", at = "/CFBundleVersion" },
    },
  },
}
