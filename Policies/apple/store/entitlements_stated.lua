local entitlements = import "apple.code.entitlements"

rule "entitlements-stated" {
  summary   = "A signed app or extension must have entitlements in its signature",
  severity  = "error",
  rationale = "The signature states the app identifier and the team as entitlements. The store rejects an app that was signed again "
    .. "without them.",
  source    = { "ITMS-90166", "Technical Note TN2415: Entitlements Troubleshooting" },
  tags      = { "ITMS-90166" },
  applies   = {
    kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" }, files = "_CodeSignature/CodeResources",
  },
  check     = function(bundle, report)
    for _, part in ipairs(entitlements.of(bundle)) do
      if not part.list and not part.problem then
        return report:file(bundle.executable, "%s is signed without entitlements", part.code, {
          expected = "at least the app identifier and the team", fix = "sign the bundle with codesign --entitlements FILE",
          discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { signed = true, entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app" } },
      { files = { App = "no code", ["_CodeSignature/CodeResources"] = "{}" } },
    },
    fail = {
      { signed = true, at = "App" },
      { kind = "application", signed = true, entitlements = { a = true }, bundles = { ["PlugIns/Share.appex"] = { signed = true } },
        at = "PlugIns/Share.appex/Share" },
    },
  },
}
