rule "documented-mac-keys" {
  summary   = "An application for the Mac sets every key that the documents call required",
  severity  = "warning",
  rationale = "The documents ask for them always; without CFBundleDisplayName the name can't be translated.",
  source    = "Bundle Programming Guide: table 2-6",
  tags      = { "S2" },
  applies   = { kind = "application", platform = "macos", nested = false },
  require   = { "CFBundleDisplayName", "CFBundleSignature" },
  examples  = {
    pass = { { info = { CFBundleDisplayName = "App", CFBundleSignature = "????" } } },
    fail = {
      { info = { CFBundleDisplayName = "App" } }, { info = { CFBundleSignature = "????" } },
      { info = { CFBundleDisplayName = "", CFBundleSignature = "????" } },
    },
  },
}
