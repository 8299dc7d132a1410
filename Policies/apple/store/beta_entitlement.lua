local profiles = import "apple.signing.profiles"
local slices = import "apple.code.slices"

rule "beta-entitlement" {
  summary   = "The code must have the entitlement for TestFlight that its profile allows",
  severity  = "warning",
  rationale = "TestFlight does not distribute an app without beta-reports-active. Xcode adds it when it exports for the store; tools that sign again can lose it.",
  source    = { "ITMS-90191" },
  tags      = { "S13", "ITMS-90191" },
  applies   = { kind = "application", nested = false, platform = { "ios", "tvos", "visionos" } },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    local granted = profile and profile.entitlements
    local entitlements = granted and granted["beta-reports-active"] == true and #slices(bundle) > 0 and bundle.entitlements
    if entitlements and entitlements["beta-reports-active"] ~= true then
      report:at(entitlements, "beta-reports-active", "the code is signed without beta-reports-active, which its profile allows", {
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
      { entitlements = { ["get-task-allow"] = false }, files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "tvos", entitlements = { ["beta-reports-active"] = false }, files = { ["embedded.mobileprovision"] = { profile = { platform = "tvos" } } } },
    },
  },
}
