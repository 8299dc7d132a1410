local values = import "apple.values"

rule "short-version" {
  summary   = "CFBundleShortVersionString must consist of whole numbers separated by periods",
  severity  = "error",
  rationale = "The store rejects anything else; on the Mac, users and updaters cannot tell which release is newer.",
  source    = { "ITMS-90060", "Information Property List Key Reference: CFBundleShortVersionString" },
  tags      = { "S7", "ITMS-90060" },
  applies   = { key = "CFBundleShortVersionString" },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleShortVersionString)
    -- On the Mac, nobody sees the release version of a nested bundle.
    if not text or not values.is_mobile(bundle) and (bundle.kind ~= "application" or bundle.parent) then return end
    local numbers = values.numbers(text)
    local is_mobile = values.is_mobile(bundle)
    local limit = is_mobile and 3 or 4
    if numbers and #numbers <= limit and (#text <= 18 or not is_mobile) then return end
    report:at(bundle.info, "CFBundleShortVersionString", "'%s' is not a valid release version", text, {
      expected = "one to three whole numbers separated by periods", fix = "use a version such as 2.1.0 and put any other text elsewhere",
      severity = (not is_mobile or bundle.kind == "plugin") and "warning" or nil,
    })
  end,
  examples  = {
    pass = {
      { info = { CFBundleShortVersionString = "2.1" } }, { info = { CFBundleShortVersionString = "120.0.6099.129" } },
      { platform = "ios", info = { CFBundleShortVersionString = "1.2.3" } },
      { kind = "framework", info = { CFBundleShortVersionString = "v1" } },
      { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", info = { CFBundleShortVersionString = "v1" } } } },
      { platform = "ios", info = { CFBundleShortVersionString = "123456789012345.78" } },
      { platform = "ios", without = "CFBundleShortVersionString" },
      { platform = "ios", info = { CFBundleShortVersionString = "" } }, { platform = "ios", info = { CFBundleShortVersionString = 2 } },
    },
    fail = {
      { info = { CFBundleShortVersionString = "2.1 beta" }, at = "/CFBundleShortVersionString" },
      { info = { CFBundleShortVersionString = "1.2.3.4.5" }, at = "/CFBundleShortVersionString" },
      { platform = "ios", info = { CFBundleShortVersionString = "1.2.3.4" }, at = "/CFBundleShortVersionString" },
      { platform = "ios", info = { CFBundleShortVersionString = "1.2-rc1" }, at = "/CFBundleShortVersionString" },
      { platform = "ios", info = { CFBundleShortVersionString = "1234567890123456789" }, at = "/CFBundleShortVersionString" },
      { platform = "ios", kind = "plugin", info = { CFBundleShortVersionString = "5.0-beta" }, at = "/CFBundleShortVersionString" },
      { platform = "ios", kind = "framework", info = { CFBundleShortVersionString = "v1" }, at = "/CFBundleShortVersionString" },
    },
  },
}
