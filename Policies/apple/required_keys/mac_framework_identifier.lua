rule "mac-framework-identifier" {
  summary   = "A Mac framework must have an identifier",
  severity  = "warning",
  rationale = "Without one, NSBundle does not find the framework by it, and codesign makes one up from the file name. The Mac App Store "
    .. "rejects an app with such a framework.",
  source    = { "Bundle Programming Guide: Framework bundles", "ITMS-90276" },
  tags      = { "S2", "ITMS-90276" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  require   = { "CFBundleIdentifier" },
  examples  = {
    pass = { {}, { info = { CFBundleIdentifier = "SDL" } } },
    fail = {
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = " " }, at = "/CFBundleIdentifier" },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { without = "CFBundleIdentifier" } },
        at = "Contents/Frameworks/Kit.framework:/CFBundleIdentifier",
      },
    },
  },
}
