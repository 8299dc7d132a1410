rule "documented-mac-keys" {
  summary   = "A Mac app must have every key that Apple's documentation requires",
  severity  = "warning",
  rationale = "The documentation always asks for them; without CFBundleDisplayName, the name cannot be localized.",
  source    = "Bundle Programming Guide: table 2-6",
  tags      = { "S2" },
  applies   = { kind = "application", platform = "macos", nested = false },
  require   = { "CFBundleDisplayName", "CFBundleSignature" },
  examples  = {
    pass = { { info = { CFBundleDisplayName = "App", CFBundleSignature = "????" } } },
    fail = {
      { info = { CFBundleDisplayName = "App" }, at = "/CFBundleSignature" },
      { info = { CFBundleSignature = "????" }, at = "/CFBundleDisplayName" },
      { info = { CFBundleDisplayName = "", CFBundleSignature = "????" }, at = "/CFBundleDisplayName" },
    },
  },
}
