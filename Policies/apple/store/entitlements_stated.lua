local covered = import "apple.signatures.covered"
local entitlements = import "apple.code.entitlements"

local function is_empty(list)
  local count = 0
  for _ in pairs(list or {}) do count = count + 1 end
  return count == 0
end

local function is_signed_by_somebody(bundle)
  for _, entry in ipairs(covered.signatures(bundle)) do
    if entry.signature.has_certificate then return true end
  end
  return false
end

rule "entitlements-stated" {
  summary   = "A signed app or extension must have entitlements in its signature",
  severity  = "error",
  rationale = "The signature states the app identifier and the team as entitlements. The store rejects an app that was signed again "
    .. "without them, or only with those of a file in the project.",
  source    = { "ITMS-90166", "Technical Note TN2415: Entitlements Troubleshooting" },
  tags      = { "ITMS-90166" },
  applies   = {
    kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" }, files = "_CodeSignature/CodeResources",
  },
  check     = function(bundle, report)
    for _, part in ipairs(entitlements.of(bundle)) do
      local has_none = is_empty(part.list)
      if not part.problem and (has_none or is_signed_by_somebody(bundle) and part.list["application-identifier"] == nil) then
        return report:file(bundle.executable, has_none and "%s is signed without entitlements"
          or "%s is signed without the entitlement application-identifier", part.code, {
          expected = "at least the app identifier and the team",
          fix = "sign the bundle with codesign --entitlements FILE, with the entitlements that its profile allows", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { signed = true, entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app" } },
      { signed = true, entitlements = { a = true } },
      {
        signed = { signer = "Apple Distribution: Example (ABCDE12345)" },
        entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app" },
      },
      { files = { App = "no code", ["_CodeSignature/CodeResources"] = "{}" } },
    },
    fail = {
      {
        signed = { signer = "Apple Distribution: Example (ABCDE12345)" }, entitlements = { ["get-task-allow"] = false },
        message = "without the entitlement application-identifier", at = "App",
      },
      { signed = true, entitlements = {}, message = "without entitlements", at = "App" },
      { signed = true, at = "App" },
      { kind = "application", signed = true, entitlements = { a = true }, bundles = { ["PlugIns/Share.appex"] = { signed = true } },
        at = "PlugIns/Share.appex/Share" },
    },
  },
}
