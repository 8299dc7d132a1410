local covered = import "apple.signatures.covered"
local outermost = import "apple.signatures.outermost"

-- The teams that signed the slices of the executable, as { team, code }; `team` is nil for a slice that no team signed.
local function teams(bundle)
  local result = {}
  for _, entry in ipairs(covered.signatures(bundle)) do result[#result + 1] = { team = entry.signature.team, code = entry.code } end
  return result
end

-- The first slice that a team signed; nil if there is none.
local function first(list)
  for _, entry in ipairs(list) do
    if entry.team then return entry end
  end
  return nil
end

rule "signed-by-one-team" {
  summary   = "All code of an app for devices must be signed by the same team",
  severity  = "error",
  rationale = "Devices load only code of the app's own team, and do not install an app with other code in it. On the Mac, frameworks may "
    .. "have signatures of their makers, and are not checked.",
  source    = "Technical Note TN3125: Inside Code Signing: Provisioning Profiles",
  tags      = { "security", "S13" },
  applies   = { platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local app, own = outermost(bundle), teams(bundle)
    local signed = first(own)
    -- Code that no team signed yet has no team in any slice.
    local model = signed and (app and first(teams(app)) or not app and signed)
    if not model then return end
    for _, entry in ipairs(own) do
      if entry.team ~= model.team then
        report:file(bundle.executable, "%s is signed by %s, but %s by %s", entry.code,
          entry.team and "the team " .. entry.team or "no team",
          app and app.name or model.code, model.team, {
          expected = model.team, discriminator = "",
          fix = app and "sign the bundle again when it is copied into the app; in Xcode, choose Embed & Sign"
            or "sign all slices of the executable with codesign",
        })
        return
      end
    end
  end,
  examples  = {
    pass = {
      {
        kind = "application", platform = "ios", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "A" } } },
      },
      { kind = "application", platform = "ios", signed = true, bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } } },
      { kind = "application", platform = "ios", signed = { team = "A" }, bundles = { ["Frameworks/Kit.framework"] = {} } },
    },
    fail = {
      {
        kind = "application", platform = "tvos", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "watchos", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "visionos", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      -- Slices of one executable.
      {
        kind = "application", platform = "ios",
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64", team = "A" }, { platform = "ios", architectures = "arm64e", team = "B" },
        } } },
        at = "App",
      },
      {
        kind = "application", platform = "ios", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          { platform = "ios", file_type = "dylib", architectures = "arm64", team = "A" },
          { platform = "ios", file_type = "dylib", architectures = "arm64e", has_code_signature = true },
        } } } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "ios", signed = { team = "A" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { team = "B" } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "ios", signed = { team = "A" },
        bundles = { ["PlugIns/Share.appex"] = { signed = { team = "B" } } },
        at = "PlugIns/Share.appex/Share",
      },
    },
  },
}
