rule "encryption-declared" {
  summary   = "The app must declare whether it uses encryption that requires documentation",
  severity  = "note",
  rationale = "Without the key, the store asks at every upload, and the build waits until somebody answers.",
  source    = "Complying with Encryption Export Regulations",
  tags      = { "S3", "ITSAppUsesNonExemptEncryption" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  shape     = { ITSAppUsesNonExemptEncryption = boolean },
  examples  = {
    pass = { { info = { ITSAppUsesNonExemptEncryption = false } } },
    fail = {
      { at = "/ITSAppUsesNonExemptEncryption" }, { info = { ITSAppUsesNonExemptEncryption = "NO" }, at = "/ITSAppUsesNonExemptEncryption" },
    },
  },
}
