-- The build answers the question about encryption, not the person who uploads it.

policy "cookbook.export-compliance" { summary = "Builds answer the export compliance question" }

rule "export-compliance" {
  summary   = "The app must declare ITSAppUsesNonExemptEncryption",
  rationale = "Without it, every build waits in App Store Connect until somebody answers by hand.",
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  shape     = { ITSAppUsesNonExemptEncryption = boolean },
  examples  = {
    pass = { { info = { ITSAppUsesNonExemptEncryption = false } } },
    fail = {
      { at = "/ITSAppUsesNonExemptEncryption" }, { info = { ITSAppUsesNonExemptEncryption = "NO" }, at = "/ITSAppUsesNonExemptEncryption" },
    },
  },
}
