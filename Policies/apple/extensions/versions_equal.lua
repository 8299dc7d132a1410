local values = import "apple.values"

rule "extension-versions" {
  summary   = "An app extension, watch app or App Clip must have the same versions as its app",
  severity  = "warning",
  rationale = "The store warns about different versions, and the system may keep using the extension of an earlier installation.",
  source    = { "ITMS-90473", "rules_apple: bundle verification" },
  tags      = { "S7", "ITMS-90473" },
  -- Helper apps on the Mac have versions of their own.
  applies   = {
    kind = { "application", "extension" }, nested = true,
    when = function(bundle) return values.is_app_extension(bundle) or bundle.kind == "application" and values.is_mobile(bundle) end,
  },
  check = function(bundle, report)
    local outer = values.host(bundle)
    for _, key in ipairs(outer and { "CFBundleVersion", "CFBundleShortVersionString" } or {}) do
      local own, whole = values.text(bundle.info[key]), values.text(outer.info[key])
      if own and whole and own ~= whole then
        report:at(bundle.info, key, "%s of %s is %s, but that of %s is %s", key, bundle.name, own, outer.name, whole, {
          expected = whole, fix = "set both versions in one place, such as MARKETING_VERSION and CURRENT_PROJECT_VERSION",
        })
      end
    end
  end,
  examples = {
    pass = {
      { kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } } },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension" } } },
      { kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = { kind = "extension", info = { CFBundleVersion = "9" } },
        ["Contents/Library/LoginItems/Helper.app"] = { kind = "application", info = { CFBundleVersion = "9" } },
        ["Contents/PlugIns/Share.appex"] = { kind = "extension" } } },
    },
    fail = {
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { CFBundleVersion = "9" } } },
        at = "Watch/Watch.app:/CFBundleVersion",
      },
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
