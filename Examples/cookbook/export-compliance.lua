-- The question about encryption is answered in the build, not by whoever uploads it.

policy "cookbook.export-compliance" { summary = "Builds answer what the store asks" }

rule "export-compliance" {
  summary   = "ITSAppUsesNonExemptEncryption is declared",
  rationale = "Without it every build waits in App Store Connect until somebody answers by hand.",
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  shape     = { ITSAppUsesNonExemptEncryption = boolean },
  examples  = {
    pass = { { info = { ITSAppUsesNonExemptEncryption = false } } },
    fail = { {}, { info = { ITSAppUsesNonExemptEncryption = "NO" } } },
  },
}
