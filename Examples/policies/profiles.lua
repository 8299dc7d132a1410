-- The profile with which an app is distributed inside a company: see docs/signing.md.
policy "com.example.profiles" { summary = "How our apps are distributed" }

rule "in-house-profile" {
  summary = "Apps are distributed in-house, with a profile that lasts three months",
  rationale = "The app stops on all devices when its profile ends, and an update takes weeks to reach them.",
  applies = { kind = "application", nested = false, platform = "ios" },
  check = function(bundle, report)
    local profile = bundle.profile
    if not profile then return report("the app has no profile") end
    if profile.kind ~= "enterprise" then report("the profile '%s' is for %s", profile.name, profile.kind) end
    if profile.expires.epoch < as_of.epoch + 90 * 86400 then report("the profile ends on %s", tostring(profile.expires)) end
  end,
  examples = {
    pass = { { platform = "ios", as_of = "2026-11-30", files = { ["embedded.mobileprovision"] = { profile = { kind = "enterprise" } } } } },
    fail = { { platform = "ios", as_of = "2026-11-30", files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc" } } } } },
  },
}
