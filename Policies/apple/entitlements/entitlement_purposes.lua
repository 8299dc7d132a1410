local hardened = import "apple.entitlements.hardened"

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
  -- The seal and the profile show that the app is signed.
  applies   = { kind = "application", platform = "macos", nested = false },
  check     = function(bundle, report)
    for _, resource in ipairs(hardened.resources) do
      local is_stated = false
      for _, key in ipairs(resource.keys) do is_stated = is_stated or bundle.info[key] ~= nil end
      local is_needed, list, name = hardened.has(bundle, { resource.entitlements[1] })
      if is_needed and not is_stated then
        report:at(list, name, "the app may ask for %s, but does not say why: the system ends it when it asks", resource.name, {
          expected = resource.keys[1] .. " in Info.plist", fix = "add the key, or remove the entitlement",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({ [microphone] = true }, nil, { info = { NSMicrophoneUsageDescription = "To record." } }),
      app({ ["com.apple.security.personal-information.location"] = true }, nil, {
        info = { NSLocationAlwaysAndWhenInUseUsageDescription = "To record." },
      }),
      app { [microphone] = false }, app { ["com.apple.security.device.microphone"] = true },
      { bundles = { ["Contents/Helpers/A.app"] = app { [microphone] = true },
        ["Contents/PlugIns/A.bundle"] = app { [microphone] = true } } },
    },
    fail = {
      app({ [microphone] = true }, microphone), { entitlements = { [microphone] = true }, at = code .. microphone },
      app({ ["com.apple.security.device.camera"] = true }, "com.apple.security.device.camera"),
      app({ ["com.apple.security.automation.apple-events"] = true }, "com.apple.security.automation.apple-events"),
      app({ ["com.apple.security.personal-information.photos-library"] = true }, "com.apple.security.personal-information.photos-library", {
        info = { NSCameraUsageDescription = "x" },
      }),
    },
  },
}
