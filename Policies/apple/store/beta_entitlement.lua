local entitlements = import "apple.code.entitlements"
local profiles = import "apple.signing.profiles"

local key = "beta-reports-active"

rule "beta-entitlement" {
  summary   = "The code must have the entitlement for TestFlight that its profile allows",
  severity  = "warning",
  rationale = "TestFlight does not distribute an app without beta-reports-active. Xcode adds it when it exports for the store; tools that "
    .. "sign again can lose it.",
  source    = { "ITMS-90191" },
  tags      = { "S13", "ITMS-90191" },
  applies   = { kind = "application", nested = false, platform = { "ios", "tvos", "visionos" }, files = "**/embedded.mobileprovision" },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    local granted = profile and profile.entitlements
    if not granted or granted[key] ~= true then return end
    local parts, list = entitlements.of(bundle), nil
    for _, part in ipairs(parts) do
      if part.list and (not list or part.list[key] ~= true) then list = part.list end
    end
    -- Nothing is known of code without any entitlements yet.
    local lacking = list and entitlements.lacking(parts, key)
    if lacking then
      report:at(list, key, "%s is signed without beta-reports-active, which its profile allows", lacking, {
        expected = "true", fix = "sign with the entitlements of the profile",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { entitlements = { ["get-task-allow"] = false } },
      { entitlements = { ["beta-reports-active"] = true }, files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { entitlements = { ["get-task-allow"] = false }, files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc" } } } },
    },
    fail = {
      {
        entitlements = { ["get-task-allow"] = false }, files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/beta-reports-active",
      },
      {
        files = {
          App = { mach_o = {
            { platform = "ios", architectures = "arm64", entitlements = { [key] = true } },
            { platform = "ios", architectures = "arm64e", entitlements = { a = true } },
          } },
          ["embedded.mobileprovision"] = { profile = {} },
        },
        at = "App:/beta-reports-active",
      },
      {
        platform = "tvos", entitlements = { ["beta-reports-active"] = false },
        files = { ["embedded.mobileprovision"] = { profile = { platform = "tvos" } } },
        at = "App:/beta-reports-active",
      },
    },
  },
}
