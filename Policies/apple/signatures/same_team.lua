local covered = import "apple.signatures.covered"
local outermost = import "apple.signatures.outermost"
local values = import "apple.values"

-- The team that signed the executable; nil if none did.
local function team(bundle)
  for _, signature in ipairs(covered.signatures(bundle)) do
    if signature.team then return signature.team end
  end
  return nil
end

rule "signed-by-one-team" {
  summary   = "All code of an app for devices must be signed by the same team",
  severity  = "error",
  rationale = "Devices load only code of the app's own team, and do not install an app with other code in it. On the Mac, frameworks may have signatures of their makers, and "
    .. "are not checked.",
  source    = "Technical Note TN3125: Inside Code Signing: Provisioning Profiles",
  tags      = { "S13" },
  applies   = { nested = true, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local app = outermost(bundle)
    local own, expected = app and team(bundle), app and team(app)
    if own and expected and own ~= expected and values.is_mobile(bundle) then
      report:file(bundle.executable, "the code is signed by the team %s, but %s by %s", own, app.name, expected, {
        expected = expected, fix = "sign the bundle again when it is copied into the app; in Xcode, choose Embed & Sign", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "application", platform = "ios", signed = { team = "A" }, bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "A" } } } },
      { kind = "application", platform = "ios", signed = true, bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } } },
      { kind = "application", platform = "ios", signed = { team = "A" }, bundles = { ["Frameworks/Kit.framework"] = {} } },
    },
    fail = {
      { kind = "application", platform = "ios", signed = { team = "A" }, bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } } },
      { kind = "application", platform = "ios", signed = { team = "A" }, bundles = { ["PlugIns/Share.appex"] = { signed = { team = "B" } } } },
    },
  },
}
