local elsewhere = import "apple.elsewhere"
local hardened = import "apple.entitlements.hardened"
local parts = import "apple.entitlements.parts"

local function is_stated(info, keys_of_resource)
  for _, key in ipairs(keys_of_resource) do
    if info[key] ~= nil then return true end
  end
  return false
end

local names = {}
for _, resource in ipairs(hardened.resources) do names[#names + 1] = resource.entitlements[1] end

-- For the examples.
local microphone = "com.apple.security.device.audio-input"
local code = "Contents/MacOS/App:/"
local function app(list, at, more)
  local result = { entitlements = list, signed = { has_hardened_runtime = true }, at = at and code .. at }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end

rule "entitlement-has-purpose" {
  summary   = "A Mac app with an entitlement for a protected resource must say in Info.plist why it asks for it",
  severity  = "warning",
  rationale = "The system ends an app that asks for a protected resource without a purpose string. It is a warning because the app may "
    .. "never ask.",
  source    = { "Hardened Runtime: Resource access", "Information Property List Key Reference: Protected resources" },
  applies   = { kind = "application", platform = "macos", nested = false, entitlement = names },
  check     = function(bundle, report)
    local seen = {}
    for _, part in ipairs(parts(bundle)) do
      for _, resource in ipairs(hardened.resources) do
        local name = resource.entitlements[1]
        if part.list[name] == true and not seen[name] and not is_stated(bundle.info, resource.keys) then
          seen[name] = true
          report:at(part.list, name, "the app may ask for %s, but does not say why: the system ends it when it asks", resource.name, {
            expected = resource.keys[1] .. " in Info.plist", fix = "add the key, or remove the entitlement",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({ [microphone] = true }, nil, { info = { NSMicrophoneUsageDescription = "To record." } }),
      app({ ["com.apple.security.personal-information.location"] = true }, nil, {
        info = { NSLocationAlwaysAndWhenInUseUsageDescription = "To record." },
      }),
      elsewhere(app { [microphone] = true }, { kind = "framework" }), elsewhere(app { [microphone] = true }, { platform = "catalyst" }),
      app { [microphone] = false }, app { ["com.apple.security.device.microphone"] = true },
      { bundles = { ["Contents/Helpers/A.app"] = app { [microphone] = true },
        ["Contents/PlugIns/A.bundle"] = app { [microphone] = true } } },
    },
    fail = {
      app({ [microphone] = true }, microphone), { files = { ["Contents/MacOS/App"] = { mach_o = {
        { architectures = "arm64", entitlements = { [microphone] = true, a = 1 } },
        { architectures = "x86_64", entitlements = { [microphone] = true } },
      } } }, at = code .. microphone, count = 1 }, { entitlements = { [microphone] = true }, at = code .. microphone },
      app({ ["com.apple.security.device.camera"] = true }, "com.apple.security.device.camera"),
      app({ ["com.apple.security.personal-information.location"] = true }, "com.apple.security.personal-information.location"),
      app({ ["com.apple.security.personal-information.addressbook"] = true }, "com.apple.security.personal-information.addressbook"),
      app({ ["com.apple.security.personal-information.calendars"] = true }, "com.apple.security.personal-information.calendars"),
      app({ ["com.apple.security.automation.apple-events"] = true }, "com.apple.security.automation.apple-events"),
      app({ ["com.apple.security.personal-information.photos-library"] = true }, "com.apple.security.personal-information.photos-library", {
        info = { NSCameraUsageDescription = "x" },
      }),
    },
  },
}
