local entitlements = import "apple.code.entitlements"
local is_restricted = import "apple.signing.is_restricted"
local profiles = import "apple.signing.profiles"

-- Apple's own apps have no profiles.
local apple = { ["Software Signing"] = true }

local function is_by_apple(bundle)
  for _, signer in ipairs(profiles.signers(bundle)) do
    if not apple[signer.name] then return false end
  end
  return true
end

-- Whether the value of an entitlement claims something.
local function claims(value) return value ~= false and not (plist.type(value) == "array" and #value == 0) end

-- The first entitlement of some code that needs a profile; nil if there is none.
local function restricted(bundle, list)
  for key, value in pairs(list) do
    if key ~= "com.apple.developer.team-identifier" and claims(value) and is_restricted(bundle, key) then return key end
  end
  return nil
end

rule "profile-present" {
  summary   = "A Mac app with entitlements for Apple's services must have a provisioning profile",
  severity  = "error",
  rationale = "The system terminates an app at launch whose code has such entitlements if no profile allows them. Entitlements of the "
    .. "sandbox and the hardened runtime need none.",
  source    = { "Technical Note TN3125: Inside Code Signing: Provisioning Profiles", "ITMS-90287" },
  tags      = { "security", "S13", "ITMS-90287", "AMFI-restricted", "MI-profile" },
  applies   = {
    kind = { "application", "extension" }, platform = { "macos", "catalyst" },
    entitlement = { "com.apple.developer.*", "com.apple.application-identifier", "keychain-access-groups" },
  },
  check     = function(bundle, report)
    local has_profile = bundle.files[profiles.path(bundle)] ~= nil
    for _, part in ipairs(entitlements.of(bundle)) do
      local key = not has_profile and part.list and restricted(bundle, part.list)
      if key and not profiles.is_from_store(bundle) and not is_by_apple(bundle) then
        return report:at(part.list, key, "%s has the entitlement %s, but the bundle has no provisioning profile", part.code, key, {
          expected = "a profile at " .. profiles.path(bundle),
          fix = "add the profile that allows it before signing, or remove the entitlement",
          discriminator = key,
        })
      end
    end
  end,
  examples  = {
    pass = {
      -- A driver extension is flat.
      {
        kind = "extension", name = "Driver.dext", platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } },
        entitlements = { ["com.apple.developer.driverkit"] = true },
        files = { ["embedded.provisionprofile"] = { profile = { platform = "macos" } } },
      },
      -- Code behind a link that leads out of the app cannot be read, which other rules report.
      { files = { ["Contents/MacOS/App"] = false, ["Contents/MacOS"] = { link = "/usr/bin" } } },
      { kind = "framework", entitlements = { ["com.apple.developer.healthkit"] = true } },
      {}, { entitlements = { ["com.apple.security.app-sandbox"] = true, ["com.apple.security.application-groups"] = { "A.b" } } },
      { entitlements = { ["com.apple.developer.team-identifier"] = "ABCDE12345" } },
      { entitlements = { ["com.apple.developer.aps-environment"] = false, ["keychain-access-groups"] = { ["$array"] = true } } },
      {
        entitlements = { ["com.apple.developer.aps-environment"] = "production" },
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
      },
      { files = { ["Contents/MacOS/App"] = { mach_o = {
        signer = "Apple Mac OS Application Signing", entitlements = { ["com.apple.application-identifier"] = "A.com.example.app" },
      } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = {
        signer = "Software Signing", entitlements = { ["com.apple.developer.aps-environment"] = "production" },
      } } } },
    },
    fail = {
      {
        kind = "extension", name = "Driver.dext", platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } },
        entitlements = { ["com.apple.developer.driverkit"] = true },
        files = { ["embedded.mobileprovision"] = { profile = { platform = "macos" } } }, at = "Driver:/com.apple.developer.driverkit",
      },
      {
        entitlements = { ["com.apple.developer.aps-environment"] = "production" },
        at = "Contents/MacOS/App:/com.apple.developer.aps-environment",
      },
      {
        entitlements = { ["keychain-access-groups"] = { "ABCDE12345.com.example.app" } }, at = "Contents/MacOS/App:/keychain-access-groups",
      },
      {
        kind = "application",
        bundles = { ["Contents/PlugIns/Share.appex"] = { entitlements = { ["com.apple.application-identifier"] = "A.com.example.app" } } },
        at = "Contents/PlugIns/Share.appex/Contents/MacOS/Share:/com.apple.application-identifier",
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          signer = "Developer ID Application: Example", entitlements = { ["com.apple.developer.healthkit"] = true },
        } } },
        at = "Contents/MacOS/App:/com.apple.developer.healthkit",
      },
    },
  },
}
