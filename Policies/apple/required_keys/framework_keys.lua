rule "framework-keys" {
  summary   = "A framework for iOS and its kin names its library",
  severity  = "error",
  rationale = "Devices don't install an application with a framework whose code nobody can find.",
  source    = "Information Property List Key Reference: CFBundleExecutable",
  tags      = { "S2" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  -- What else it needs, version-keys asks for.
  require   = { "CFBundleExecutable" },
  examples  = {
    pass = { { platform = "ios" } },
    fail = { { platform = "ios", without = "CFBundleExecutable" }, { platform = "ios", info = { CFBundleExecutable = "" } } },
  },
}
