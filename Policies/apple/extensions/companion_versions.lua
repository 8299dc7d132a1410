local different_versions = import "apple.extensions.different_versions"
local values = import "apple.values"

rule "companion-versions" {
  summary   = "A watch app or App Clip must have the same versions as its app",
  severity  = "warning",
  rationale = "The store rejects an app whose watch app or App Clip has other versions.",
  source    = { "ITMS-90345", "ITMS-90379", "rules_apple: bundle verification" },
  tags      = { "S7", "ITMS-90345", "ITMS-90379" },
  -- Helper apps on the Mac have versions of their own.
  applies   = { kind = "application", nested = true, when = values.is_mobile },
  check     = different_versions,
  examples  = {
    pass = {
      { kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } } },
      {
        kind = "application", platform = "ios",
        bundles = {
          ["AppClips/Clip.app"] = {}, ["PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleVersion = "9" } },
        },
      },
    },
    fail = {
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { CFBundleVersion = "9" } } },
        at = "Watch/Watch.app:/CFBundleVersion",
      },
      {
        kind = "application", platform = "ios", bundles = { ["AppClips/Clip.app"] = { info = { CFBundleShortVersionString = "9" } } },
        at = "AppClips/Clip.app:/CFBundleShortVersionString",
      },
    },
  },
}
