local values = import "apple.values"

rule "extension-versions" {
  summary   = "An app extension must have the same versions as its app",
  severity  = "warning",
  rationale = "The store warns about different versions, and the system may keep using the extension of an earlier installation.",
  source    = { "ITMS-90473", "rules_apple: bundle verification" },
  tags      = { "S7", "ITMS-90473" },
  applies   = { kind = "extension", when = values.is_app_extension },
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
      {},
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension" } } },
      { kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = { kind = "extension", info = { CFBundleVersion = "9" } },
        ["Contents/PlugIns/Share.appex"] = { kind = "extension" } } },
    },
    fail = {
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleVersion = "9" } } } },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension", info = { CFBundleShortVersionString = "9" } } } },
    },
  },
}
