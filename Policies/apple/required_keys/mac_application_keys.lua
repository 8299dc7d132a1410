local lists = import "apple.required_keys.lists"

rule "mac-application-keys" {
  summary   = "A Mac app must have a name, a package type and versions",
  severity  = "warning",
  rationale = "Without them, its menu has no name, the Finder shows no version, installers cannot distinguish the app from an older one, "
    .. "and the Mac App Store rejects the upload. The app still opens, as applets of Script Editor do.",
  source    = { "Bundle Programming Guide: tables 2-6 and 2-7", "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  -- Nested helpers show neither a name nor a version.
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  require   = lists.application_names,
  examples  = {
    pass = {
      {}, { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", without = { "CFBundleName", "CFBundleVersion" } } } },
    },
    fail = {
      { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
      { info = { CFBundleVersion = "" }, at = "/CFBundleVersion" }, { info = { CFBundlePackageType = "" }, at = "/CFBundlePackageType" },
      { info = { CFBundleName = " " }, at = "/CFBundleName" },
    },
  },
}
