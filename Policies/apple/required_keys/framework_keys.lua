rule "framework-keys" {
  summary   = "A framework for iOS, tvOS, watchOS or visionOS must name its library",
  severity  = "error",
  rationale = "Devices do not install an app with a framework whose code cannot be found.",
  source    = "Information Property List Key Reference: CFBundleExecutable",
  tags      = { "S2" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  -- version-keys requires the other keys.
  require   = { "CFBundleExecutable" },
  examples  = {
    pass = { { platform = "ios" } },
    fail = {
      { platform = "ios", without = "CFBundleExecutable", at = "/CFBundleExecutable" },
      { platform = "ios", info = { CFBundleExecutable = "" }, at = "/CFBundleExecutable" },
    },
  },
}
