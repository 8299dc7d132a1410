local check_versions = import "apple.frameworks.check_versions"

rule "framework-version-keys" {
  summary   = "A framework must declare its identifier and both of its versions",
  severity  = "error",
  rationale = "The store rejects an app with a framework that lacks one of them.",
  source    = { "ITMS-90056", "ITMS-90057", "Information Property List Key Reference" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057", "MI-identifier" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  require   = "CFBundleIdentifier",
  check     = check_versions,
  examples  = {
    pass = {
      -- Static frameworks are linked, not embedded.
      { without = { "CFBundleVersion", "CFBundleShortVersionString" }, files = { Kit = "!<arch>\n" } },
      {
        without = "CFBundleShortVersionString",
        files = { Kit = { mach_o = { { architectures = "arm64", platform = "ios", file_type = "object" } } } },
      },
      { platform = "tvos" }, { platform = "watchos" }, { platform = "visionos" },
      { kind = "application", without = "CFBundleVersion", bundles = { ["Frameworks/Kit.framework"] = {} } },
      { kind = "xcframework", bundles = { ["macos-arm64/Kit.framework"] = { platform = "macos", without = "CFBundleVersion" } } },
    },
    fail = {
      { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { without = "CFBundleVersion", at = "/CFBundleVersion" }, { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { info = { CFBundleVersion = "" }, at = "/CFBundleVersion" }, { info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleShortVersionString = " " }, at = "/CFBundleShortVersionString" },
      { without = "CFBundleIdentifier", files = { Kit = "!<arch>\n" }, at = "/CFBundleIdentifier" },
      {
        kind = "application", bundles = { ["Frameworks/Kit.framework"] = {
          without = { "CFBundleVersion", "CFBundleShortVersionString" }, files = { Kit = "!<arch>\n" },
        } },
        at = { "Frameworks/Kit.framework:/CFBundleVersion", "Frameworks/Kit.framework:/CFBundleShortVersionString" },
      },
    },
  },
}
