local check_identifiers = import "apple.identity.check_identifiers"

rule "nested-identifiers" {
  summary   = "No two bundles in an app may have the same identifier",
  severity  = "error",
  rationale = "The store rejects the upload, and devices do not install the app.",
  source    = "ITMS-90685",
  tags      = { "S13", "ITMS-90685" },
  applies   = { platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  check     = check_identifiers,
  examples  = {
    pass = {
      {}, { platform = "tvos" }, { platform = "watchos" }, { platform = "visionos" },
      -- A bundle of resources whose executable does not exist.
      { bundles = { ["Art.bundle"] = { info = { CFBundleIdentifier = "com.example.app", CFBundleExecutable = "Gone" } } } },
      {
        bundles = {
          ["Frameworks/Kit.framework"] = {
            info = { CFBundleIdentifier = "org.cocoapods.Kit" },
            bundles = { ["Kit.bundle"] = {
              info = { CFBundleIdentifier = "org.cocoapods.Kit" }, without = "CFBundleExecutable", files = { Kit = false },
            } },
          },
        },
      },
    },
    fail = {
      {
        bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.APP" } } },
        at = "Frameworks/Kit.framework:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Watch/One.app"] = { platform = "watchos", info = { CFBundleIdentifier = "com.example.app.watch" } },
          ["Watch/Two.app"] = { platform = "watchos", info = { CFBundleIdentifier = "com.example.app.watch" } },
        },
        at = "Watch/Two.app:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
        at = "Frameworks/B.framework:/CFBundleIdentifier",
      },
      {
        platform = "tvos", bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "Frameworks/Kit.framework:/CFBundleIdentifier", message = "is already used by the outer bundle",
      },
      {
        platform = "visionos", bundles = { ["PlugIns/A.appex"] = {
          info = { CFBundleIdentifier = "com.example.app.a" },
          bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.app.a" } } },
        } },
        at = "PlugIns/A.appex/Frameworks/Kit.framework:/CFBundleIdentifier", message = "is already used by PlugIns/A.appex", count = 1,
      },
      {
        platform = "watchos", bundles = { ["PlugIns/A.appex"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "PlugIns/A.appex:/CFBundleIdentifier",
      },
    },
  },
}
