rule "framework-version-keys" {
  summary   = "A framework must declare its identifier and both of its versions",
  severity  = "error",
  rationale = "The store rejects an app with a framework that lacks one of them.",
  source    = { "ITMS-90056", "ITMS-90057", "Information Property List Key Reference" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057", "MI-identifier" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  require   = { "CFBundleIdentifier", "CFBundleVersion", "CFBundleShortVersionString" },
  examples  = {
    pass = {
      { platform = "tvos" }, { platform = "watchos" }, { platform = "visionos" },
      { kind = "application", without = "CFBundleVersion", bundles = { ["Frameworks/Kit.framework"] = {} } },
      { kind = "xcframework", bundles = { ["macos-arm64/Kit.framework"] = { platform = "macos", without = "CFBundleVersion" } } },
    },
    fail = {
      { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { without = "CFBundleVersion", at = "/CFBundleVersion" }, { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { info = { CFBundleVersion = "" }, at = "/CFBundleVersion" },
    },
  },
}
