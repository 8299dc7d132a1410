local check_identifiers = import "apple.identity.check_identifiers"

rule "mac-nested-identifiers" {
  summary   = "No two bundles of the same kind in a Mac app may have the same identifier",
  severity  = "warning",
  rationale = "The system opens or loads the wrong one of the two, and the Mac App Store rejects the upload. Helpers of one app may share "
    .. "an identifier, because the app opens each at its path.",
  source    = "ITMS-90806",
  tags      = { "S13", "ITMS-90806" },
  applies   = { platform = { "macos", "catalyst" }, nested = false },
  check     = check_identifiers,
  examples  = {
    pass = {
      {}, { bundles = { ["Contents/Frameworks/Kit.framework"] = {}, ["Contents/PlugIns/Plug.bundle"] = { kind = "plugin" } } },
      { platform = "catalyst" },
      {
        bundles = {
          ["Contents/PlugIns/One.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
          ["Contents/PlugIns/Two.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
        },
      },
      {
        bundles = {
          ["Contents/Frameworks/App Helper.app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } },
          ["Contents/Frameworks/App Helper (GPU).app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } },
        },
      },
    },
    fail = {
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "Contents/Frameworks/Kit.framework:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Contents/Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Contents/Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
        at = "Contents/Frameworks/B.framework:/CFBundleIdentifier",
      },
      {
        platform = "catalyst", bundles = { ["Contents/Helpers/Tool.app"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "Contents/Helpers/Tool.app:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Contents/PlugIns/One.bundle"] = { info = { CFBundleIdentifier = "com.example.app.plug" } },
          ["Contents/PlugIns/Two.bundle"] = { info = { CFBundleIdentifier = "com.example.app.plug" } },
        },
        at = "Contents/PlugIns/Two.bundle:/CFBundleIdentifier",
      },
    },
  },
}
