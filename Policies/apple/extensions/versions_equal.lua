local different_versions = import "apple.extensions.different_versions"
local values = import "apple.values"

rule "extension-versions" {
  summary   = "An app extension must have the same versions as its app",
  severity  = "warning",
  rationale = "The store warns about different versions, and the system may keep using the extension of an earlier installation.",
  source    = { "ITMS-90473", "rules_apple: bundle verification" },
  tags      = { "S7", "ITMS-90473", "ITMS-90345" },
  applies   = { kind = "extension", nested = true, when = values.is_app_extension },
  check     = different_versions,
  examples  = {
    pass = {
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension" } } },
      { kind = "application", bundles = {
        ["Contents/XPCServices/Work.xpc"] = { kind = "extension", info = { CFBundleVersion = "9" } },
        ["Contents/PlugIns/Share.appex"] = { kind = "extension" },
      } },
    },
    fail = {
      {
        kind = "application", platform = "ios",
        bundles = { ["PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleVersion = "9" } } },
        at = "PlugIns/Share.appex:/CFBundleVersion",
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleShortVersionString = "9" } } },
        at = "PlugIns/Share.appex:/CFBundleShortVersionString",
      },
    },
  },
}
