local entitlements = import "apple.code.entitlements"
local is_restricted = import "apple.signing.is_restricted"
local profiles = import "apple.signing.profiles"
local values = import "apple.values"

-- Entitlements whose value in the profile is not a limit: the strongest class of protection, of which an app may use a weaker one.
local free_values = { ["com.apple.developer.default-data-protection"] = true }

local function strings(value)
  if type(value) == "string" then return { value } end
  local result = {}
  for _, element in ipairs(values.list(value)) do
    if type(element) == "string" then result[#result + 1] = element end
  end
  return result
end

local function matches(text, pattern)
  if pattern:sub(-1) ~= "*" then return text == pattern end
  local start = pattern:sub(1, -2)
  return text:sub(1, #start) == start
end

-- The first string of the code's value that no string of the profile's value allows; nil if all are allowed.
local function foreign(claimed, granted)
  local patterns = strings(granted)
  for _, text in ipairs(strings(claimed)) do
    local is_allowed = false
    for _, pattern in ipairs(patterns) do is_allowed = is_allowed or matches(text, pattern) end
    if not is_allowed then return text end
  end
  return nil
end

local function is_textual(value) return type(value) == "string" or plist.type(value) == "array" end

-- Returns the part of the value that the profile does not allow, or nil.
local function excess(key, claimed, granted)
  -- An entitlement that is false or an empty list does not claim anything.
  if claimed == false or (plist.type(claimed) == "array" and #claimed == 0) then return nil end
  if granted == nil then return key end
  if claimed == true then return granted == false and "true" or nil end
  if free_values[key] or not is_textual(claimed) or not is_textual(granted) then return nil end
  return foreign(claimed, granted)
end

rule "profile-entitlements" {
  summary   = "The provisioning profile must allow the entitlements of the code",
  severity  = "error",
  rationale = "Devices do not install an app, and the Mac does not open one, that claims more than its profile allows; the store rejects "
    .. "it. A value of the profile that ends in * allows all values that start like it.",
  source    = { "ITMS-90164", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "ITMS-90164", "ITMS-90288", "ITMS-90897", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    local granted = profile and profile.entitlements
    for _, part in ipairs(granted and entitlements.of(bundle) or {}) do
      for key, claimed in pairs(part.list or {}) do
        local value = is_restricted(bundle, key) and excess(key, claimed, granted[key])
        if value == key then
          report:at(part.list, key, "the profile '%s' does not allow the entitlement %s", profile.name or "", key, {
            expected = "an entitlement of the profile", fix = "add the capability to the app identifier, and download the profile again",
            discriminator = part.architecture,
          })
        elseif value then
          report:at(part.list, key, "the profile '%s' does not allow %s to be '%s'", profile.name or "", key, value, {
            expected = "a value that the profile allows", fix = "sign with the profile of this bundle, and of this distribution",
            discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", entitlements = { ["get-task-allow"] = true } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "ios", entitlements = { ["get-task-allow"] = true }, files = { ["embedded.mobileprovision"] = "old" } },
      { platform = "ios", files = { App = "#!/bin/sh\n", ["embedded.mobileprovision"] = { profile = {} } } },
      {
        platform = "ios", entitlements = { ["get-task-allow"] = true },
        files = { ["embedded.mobileprovision"] = { profile = { kind = "development" } } },
      },
      {
        platform = "ios", entitlements = { ["get-task-allow"] = false },
        files = { ["embedded.mobileprovision"] = { profile = { kind = "development" } } },
      },
      {
        platform = "ios",
        entitlements = {
          ["application-identifier"] = "ABCDE12345.com.example.app", ["com.apple.developer.team-identifier"] = "ABCDE12345",
          ["keychain-access-groups"] = { "ABCDE12345.com.example.app", "com.apple.token" },
          ["com.apple.developer.icloud-container-environment"] = "Production", ["com.apple.developer.icloud-services"] = { "CloudKit" },
          ["com.apple.developer.default-data-protection"] = "NSFileProtectionCompleteUnlessOpen", ["com.apple.developer.siri"] = true,
          ["com.apple.security.app-sandbox"] = true, ["com.apple.security.application-groups"] = { "group.com.example" },
          ["com.apple.developer.in-app-payments"] = { ["$array"] = true }, ["inter-app-audio"] = false, ["com.apple.developer.level"] = 3,
        },
        files = {
          ["embedded.mobileprovision"] = {
            profile = {
              app_id = "ABCDE12345.*",
              entitlements = {
                ["keychain-access-groups"] = { "ABCDE12345.*", "com.apple.token" }, ["com.apple.developer.icloud-services"] = "*",
                ["com.apple.developer.icloud-container-environment"] = { "Development", "Production" }, ["com.apple.developer.siri"] = true,
                ["com.apple.developer.default-data-protection"] = "NSFileProtectionComplete",
                ["com.apple.security.application-groups"] = { "group.com.example" },
                ["com.apple.developer.level"] = 3,
              },
            },
          },
        },
      },
      -- Values of different types are not compared.
      {
        platform = "ios", entitlements = { a = "x", b = true, c = { x = 1 }, d = { 1 } },
        files = { ["embedded.mobileprovision"] = { profile = { entitlements = { a = true, b = "x", c = "x", d = "x" } } } },
      },
      {
        entitlements = {
          ["com.apple.security.app-sandbox"] = true, ["com.apple.security.application-groups"] = { "ABCDE12345.group" },
          ["keychain-access-groups"] = { "ABCDE12345.keys" }, other = true,
          ["x.com.apple.developer.y"] = true,
          ["com.apple.application-identifier"] = "ABCDE12345.com.example.app", ["com.apple.developer.team-identifier"] = "ABCDE12345",
        },
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "developer_id" } } },
      },
    },
    fail = {
      -- The slice for arm64e has it.
      {
        platform = "ios", files = {
          App = { mach_o = {
            { platform = "ios", architectures = "arm64" },
            { platform = "ios", architectures = "arm64e", entitlements = { ["inter-app-audio"] = true } },
          } },
          ["embedded.mobileprovision"] = { profile = {} },
        },
        at = "App:/inter-app-audio",
      },
      {
        platform = "ios", entitlements = { ["get-task-allow"] = true },
        files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc" } } },
        at = "App:/get-task-allow",
      },
      {
        platform = "ios", entitlements = { ["inter-app-audio"] = true }, files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/inter-app-audio",
      },
      {
        platform = "ios", entitlements = { ["com.apple.security.application-groups"] = { "group.com.example" } },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/com.apple.security.application-groups",
      },
      {
        platform = "ios", entitlements = { ["com.apple.security.application-groups"] = { "group.a", "group.b" } },
        files = { ["embedded.mobileprovision"] = { profile = { entitlements = {
          ["com.apple.security.application-groups"] = { "group.a" },
        } } } },
        at = "App:/com.apple.security.application-groups",
      },
      {
        platform = "ios", entitlements = { ["aps-environment"] = "development" },
        files = { ["embedded.mobileprovision"] = { profile = { entitlements = { ["aps-environment"] = "production" } } } },
        at = "App:/aps-environment",
      },
      {
        platform = "ios", entitlements = { ["application-identifier"] = "ABCDE12345.com.other" },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/application-identifier",
      },
      -- Names that merely contain a name of the sandbox.
      {
        platform = "ios", entitlements = { ["x.com.apple.security.y"] = true }, files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/x.com.apple.security.y",
      },
      {
        platform = "ios", entitlements = { ["keychain-access-groups"] = { "ABCDE12345x" } },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/keychain-access-groups",
      },
      {
        platform = "ios", entitlements = { ["keychain-access-groups"] = { "ABCDE1234.x" } },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/keychain-access-groups",
      },
      {
        platform = "ios", entitlements = { ["com.apple.developer.team-identifier"] = "ZZZZZ99999" },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/com.apple.developer.team-identifier",
      },
      {
        platform = "ios", kind = "extension", entitlements = { ["beta-reports-active"] = true },
        files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc" } } },
        at = "Share:/beta-reports-active",
      },
      {
        platform = "ios", entitlements = { ["com.apple.developer.default-data-protection"] = "NSFileProtectionComplete" },
        files = { ["embedded.mobileprovision"] = { profile = {} } },
        at = "App:/com.apple.developer.default-data-protection",
      },
      {
        entitlements = { ["com.apple.developer.networking.vpn.api"] = { "allow-vpn" } },
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        at = "Contents/MacOS/App:/com.apple.developer.networking.vpn.api",
      },
      {
        entitlements = { ["keychain-access-groups"] = { "other" } },
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        at = "Contents/MacOS/App:/keychain-access-groups",
      },
      {
        entitlements = { ["com.apple.application-identifier"] = "ABCDE12345.com.other" },
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        at = "Contents/MacOS/App:/com.apple.application-identifier",
      },
    },
  },
}
