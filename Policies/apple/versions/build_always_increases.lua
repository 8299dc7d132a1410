rule "build-always-increases" {
  summary   = "Build numbers increase from build to build, from one release to the next too",
  severity  = "warning",
  rationale = "The documents ask for it whatever the system, and crash reports of two builds with one number can't be told apart.",
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
      },
      { platform = "ios", info = { CFBundleVersion = "7" }, history = { {} } },
      { platform = "ios", info = { CFBundleVersion = "42" }, history = { { info = { CFBundleVersion = "41" } }, { info = { CFBundleVersion = "43" } } } },
      { platform = "ios", info = { CFBundleVersion = "43-beta" }, history = { { info = { CFBundleVersion = "42" } } } },
      { platform = "ios", info = { CFBundleVersion = "r43" }, history = { { info = { CFBundleVersion = "42" } } } },
    },
  },
}
