local profiles = import "apple.signing.profiles"
local values = import "apple.values"

rule "profile-team" {
  summary   = "The provisioning profiles of an app and of the extensions in it must have the same team",
  severity  = "error",
  rationale = "Devices do not install an app that contains an extension or a watch app of another team.",
  source    = { "ITMS-90159", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "ITMS-90159", "MI-profile" },
  applies   = {
    kind = { "application", "extension" }, nested = true, platform = { "ios", "tvos", "watchos", "visionos" },
    files = "**/embedded.mobileprovision",
  },
  check     = function(bundle, report)
    local host = values.host(bundle)
    local around, profile = host and profiles.of(host), profiles.of(bundle)
    local team, other = profile and profile.team, around and around.team
    if team and other and team ~= other then
      report:at(profile.properties, "TeamIdentifier", "the profile '%s' has the team %s, but that of %s has %s", profile.name or "", team,
        host.name, other, {
        expected = other, fix = "sign the app and all its extensions with profiles of one team",
      })
    end
  end,
  examples  = {
    pass = {
      {
        kind = "application", platform = "macos", files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", team = "ZZZZZ99999" } },
          ["Contents/Resources/embedded.mobileprovision"] = { profile = {} },
        } } },
      },
      {
        kind = "application", platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["Frameworks/Kit.framework"] = { files = { ["embedded.mobileprovision"] = { profile = { team = "ZZZZZ99999" } } } } },
      },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/Share.appex"] = {} } },
      {
        kind = "application", platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["PlugIns/Share.appex"] = { files = { ["embedded.mobileprovision"] = { profile = {
          app_id = "OLD1234567.com.example.app.share",
        } } } } },
      },
      {
        kind = "application", platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["PlugIns/Share.appex"] = { files = { ["embedded.mobileprovision"] = "old" } }, ["PlugIns/More.appex"] = {} },
      },
      {
        kind = "application", platform = "ios",
        files = { ["embedded.mobileprovision"] = { profile = { properties = { TeamIdentifier = { ["$array"] = true } } } } },
        bundles = { ["PlugIns/Share.appex"] = { files = { ["embedded.mobileprovision"] = { profile = {} } } } },
      },
    },
    fail = {
      {
        kind = "application", platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["PlugIns/Share.appex"] = { files = { ["embedded.mobileprovision"] = { profile = { team = "ZZZZZ99999" } } } } },
        at = "PlugIns/Share.appex/embedded.mobileprovision:/TeamIdentifier",
      },
      {
        kind = "application", platform = "tvos", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["PlugIns/Shelf.appex"] = { files = { ["embedded.mobileprovision"] = { profile = { team = "ZZZZZ99999" } } } } },
        at = "PlugIns/Shelf.appex/embedded.mobileprovision:/TeamIdentifier",
      },
      {
        kind = "application", platform = "visionos", files = { ["embedded.mobileprovision"] = { profile = {} } },
        bundles = { ["PlugIns/Share.appex"] = { files = { ["embedded.mobileprovision"] = { profile = { team = "ZZZZZ99999" } } } } },
        at = "PlugIns/Share.appex/embedded.mobileprovision:/TeamIdentifier",
      },
      {
        kind = "application", platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { team = "ZZZZZ99999" } } },
        bundles = { ["Watch/Watch.app"] = {
          kind = "application", platform = "watchos", files = { ["embedded.mobileprovision"] = { profile = {} } },
        } },
        at = "Watch/Watch.app/embedded.mobileprovision:/TeamIdentifier",
      },
    },
  },
}
