local lists = import "apple.required_keys.lists"

rule "mac-application-keys" {
  summary   = "An application for the Mac has a name, a release version and a package type",
  severity  = "warning",
  rationale = "Its menu has no name, the Finder shows no version, and the Mac App Store refuses the upload.",
  source    = { "Bundle Programming Guide: tables 2-6 and 2-7", "ITMS-90057" },
  tags      = { "S2", "ITMS-90057" },
  -- Helpers inside show neither name nor version.
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  require   = lists.application_names,
  examples  = {
    pass = { {}, { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", without = "CFBundleName" } } } },
    fail = { { without = "CFBundleShortVersionString" }, { info = { CFBundlePackageType = "" } }, { info = { CFBundleName = " " } } },
  },
}
