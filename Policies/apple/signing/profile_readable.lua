local profiles = import "apple.signing.profiles"
local values = import "apple.values"

rule "profile-readable" {
  summary   = "The provisioning profile must be complete, and as it was signed",
  severity  = "error",
  rationale = "Devices do not install an app whose profile is damaged or was edited, and the store rejects it. Who signed the profile is "
    .. "not verified.",
  source    = {
    "ITMS-90161", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles", "RFC 5652: Cryptographic Message Syntax",
  },
  tags      = { "security", "S13", "ITMS-90161", "ITMS-90165", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local path = profiles.path(bundle)
    local file = bundle.files[path]
    -- A directory has no contents. Pipes, sockets and devices are reported by special-files.
    local problem = file and file.type ~= "other" and values.can_open(file) and (file.problem or not file.format and "it is not a file")
    if problem then
      report:file(path, "the profile cannot be read: %s", problem, {
        expected = "a profile as it was downloaded", fix = "download the profile again, and build or sign again with it",
        discriminator = "",
      })
      return
    end
    local profile = profiles.of(bundle)
    if profile and not profile.is_intact then
      report:file(path, profile.is_intact == false and "the profile '%s' was changed after it was signed"
        or "the profile '%s' has no digest that could show whether it was changed after it was signed", profile.name or "", {
        expected = "a profile as it was downloaded", fix = "download the profile again, and build or sign again with it",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } } },
      -- Reported by special-files.
      { platform = "ios", files = { ["embedded.mobileprovision"] = { special = true } } },
      -- Reported by links-stay-inside.
      { platform = "ios", files = { ["embedded.mobileprovision"] = { link = "gone" } } },
      -- Files that no platform reads.
      { files = { ["embedded.provisionprofile"] = "old" } }, { platform = "ios", files = { ["old.mobileprovision"] = "old" } },
    },
    fail = {
      { platform = "ios", files = { ["embedded.mobileprovision"] = "" }, at = "embedded.mobileprovision" },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { directory = true } }, at = "embedded.mobileprovision" },
      { platform = "ios", files = { ["embedded.mobileprovision"] = "old" }, at = "embedded.mobileprovision" },
      { platform = "ios", files = { ["embedded.mobileprovision"] = "0" }, at = "embedded.mobileprovision" },
      { files = { ["Contents/embedded.provisionprofile"] = "<plist><dict/></plist>" }, at = "Contents/embedded.provisionprofile" },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { is_intact = false } } }, at = "embedded.mobileprovision" },
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { has_digest = false } } }, at = "embedded.mobileprovision",
      },
      -- Nobody signed it.
      {
        platform = "ios",
        files = { ["embedded.mobileprovision"] = { base64 = "MC4GCSqGSIb3DQEHAqAhMB8CAQExADAWBgkqhkiG9w0BBwGgCQQHeyBhPWI7fTEA" } },
        at = "embedded.mobileprovision",
      },
      { kind = "extension", platform = "ios", files = { ["embedded.mobileprovision"] = "old" }, at = "embedded.mobileprovision" },
    },
  },
}
