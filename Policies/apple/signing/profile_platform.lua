local profiles = import "apple.signing.profiles"
local values = import "apple.values"

-- The platforms that a profile may be for, by the platform of the bundle: a watch app has a profile for iOS.
local fitting = {
  ios = { ios = true }, watchos = { ios = true, watchos = true }, tvos = { tvos = true }, visionos = { visionos = true, ios = true },
  macos = { macos = true }, catalyst = { macos = true, ios = true },
}

rule "profile-platform" {
  summary   = "The provisioning profile must be for the bundle's platform",
  severity  = "error",
  rationale = "Devices do not install an app with a profile for another platform, and the store rejects it.",
  source    = { "ITMS-90545", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "ITMS-90545", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local profile, wanted = profiles.of(bundle), fitting[bundle.platform]
    if not profile or not wanted or #profile.platforms == 0 then return end
    local names = {}
    for _, platform in ipairs(profile.platforms) do
      if wanted[platform] then return end
      table.insert(names, values.system(platform))
    end
    report:file(profiles.path(bundle), "the profile '%s' is for %s, and the bundle for %s", profile.name or "", table.concat(names, ", "),
      values.system(bundle.platform), {
      expected = "a profile for " .. values.system(bundle.platform), fix = "create a profile for this platform, and sign with it",
    })
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "watchos", files = { ["embedded.mobileprovision"] = { profile = { platform = "ios" } } } },
      { platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = { platform = "tvos" } } } },
      { files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = "old" } },
      { kind = "framework", platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = { properties = { Platform = { ["$array"] = true } } } } } },
    },
    fail = {
      {
        kind = "extension", platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "embedded.mobileprovision",
      },
      {
        platform = "tvos", files = { App = false, ["embedded.mobileprovision"] = { profile = {} } }, at = "embedded.mobileprovision",
      },
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { platform = "tvos" } } }, at = "embedded.mobileprovision",
      },
      {
        platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = { platform = "ios" } } }, at = "embedded.mobileprovision",
      },
      {
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "ios" } } }, at = "Contents/embedded.provisionprofile",
      },
    },
  },
}
