rule "minimum-system" {
  summary   = "What is embedded runs on every system that the application runs on",
  severity  = "error",
  rationale = "On an older system the application would start and end at once, because the framework does not load.",
  source    = { "ITMS-90208", "ITMS-90360" },
  tags      = { "S8", "ITMS-90208", "ITMS-90360" },
  applies   = { kind = { "framework", "extension" }, nested = true },
  check = function(bundle, report)
    local outer = bundle.parent
    while outer and outer.kind ~= "application" do outer = outer.parent end
    if not outer or outer.platform ~= bundle.platform then return end
    local key = bundle.platform == "macos" and "LSMinimumSystemVersion" or "MinimumOSVersion"
    local own, whole = bundle.info[key], outer.info[key]
    if type(own) ~= "string" or type(whole) ~= "string" then return end
    local own_version, whole_version = version.parse(own), version.parse(whole)
    -- An extension may be for later systems: the application goes without it.
    if bundle.kind == "framework" and own_version and whole_version and whole_version < own_version then
      report:at(bundle.info, key, "%s needs %s, %s only %s", bundle.name, own, outer.name, whole, {
        expected = "at most " .. whole, fix = "build it for " .. whole .. ", or raise " .. key .. " of " .. outer.name,
      })
    end
  end,
  examples = {
    pass = {
      { kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { MinimumOSVersion = "15.0" } } } },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension", info = { MinimumOSVersion = "17.0" } } } },
    },
    fail = {
      { kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { MinimumOSVersion = "16.1" } } } },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "14.0" } } } },
    },
  },
}
