local profiles = import "apple.signing.profiles"
local values = import "apple.values"

-- Whether the app identifier of a profile, without its prefix, covers the identifier of a bundle.
local function covers(app_id, identifier)
  if app_id:sub(-1) ~= "*" then return app_id == identifier end
  local start = app_id:sub(1, -2)
  return identifier:sub(1, #start) == start
end

rule "profile-identifier" {
  summary   = "The provisioning profile must be for the bundle's identifier",
  severity  = "warning",
  rationale = "With a profile of another app, the app has no access to its own keychain, notifications and app groups, and the store "
    .. "rejects it. Services that sign apps of others do this on purpose.",
  source    = { "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    local app_id = profile and profile.app_id and profile.app_id:match("%.(.+)")
    local identifier = app_id and values.text(bundle.info.CFBundleIdentifier)
    if identifier and not covers(app_id, identifier) then
      report:at(bundle.info, "CFBundleIdentifier", "the profile '%s' is for '%s', not for '%s'", profile.name or "", app_id, identifier, {
        expected = "an identifier that the profile covers", fix = "sign with the profile of this bundle",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, { platform = "ios", files = { ["embedded.mobileprovision"] = "old" } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.app" } } } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.*" } } } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.*" } } } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345" } } } },
      {
        platform = "ios", without = "CFBundleIdentifier",
        files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.other" } } },
      },
      { files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } } },
    },
    fail = {
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.other" } } },
        at = "/CFBundleIdentifier",
      },
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.ap" } } },
        at = "/CFBundleIdentifier",
      },
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.app.*" } } },
        at = "/CFBundleIdentifier",
      },
      {
        platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.X.com.example.app" } } },
        at = "/CFBundleIdentifier",
      },
      { files = { ["Contents/embedded.provisionprofile"] = { profile = {
        platform = "macos", app_id = "ABCDE12345.com.example.other",
      } } }, at = "/CFBundleIdentifier" },
      {
        kind = "extension", platform = "ios",
        files = { ["embedded.mobileprovision"] = { profile = { app_id = "ABCDE12345.com.example.other" } } },
        at = "/CFBundleIdentifier",
      },
    },
  },
}
