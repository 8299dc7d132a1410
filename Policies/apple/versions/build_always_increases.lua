rule "build-always-increases" {
  summary   = "Build numbers must increase from build to build, even between releases",
  severity  = "warning",
  rationale = "Apple's documentation asks for it on every system, and crash reports of two builds with the same number cannot be "
    .. "distinguished.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S7" },
  applies   = { nested = false, platform = { "ios", "tvos", "watchos", "visionos" } },
  increases = { key = "CFBundleVersion", dialect = "apple" },
  examples  = {
    pass = { { platform = "ios", info = { CFBundleVersion = "1.10" }, history = { { info = { CFBundleVersion = "1.9" } } } } },
    fail = {
      {
        platform = "ios", info = { CFBundleVersion = "1", CFBundleShortVersionString = "1.1" },
        history = { { info = { CFBundleVersion = "7", CFBundleShortVersionString = "1.0" } } },
        at = "/CFBundleVersion",
      },
      { platform = "ios", info = { CFBundleVersion = "7" }, history = { {} }, at = "/CFBundleVersion" },
      {
        platform = "ios", info = { CFBundleVersion = "42" },
        history = { { info = { CFBundleVersion = "41" } }, { info = { CFBundleVersion = "43" } } },
        at = "/CFBundleVersion",
      },
      {
        platform = "ios", info = { CFBundleVersion = "43-beta" }, history = { { info = { CFBundleVersion = "42" } } },
        at = "/CFBundleVersion",
      },
      {
        platform = "ios", info = { CFBundleVersion = "r43" }, history = { { info = { CFBundleVersion = "42" } } }, at = "/CFBundleVersion",
      },
    },
  },
}
