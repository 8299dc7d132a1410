local elsewhere = import "apple.elsewhere"
local hardened = import "apple.entitlements.hardened"

-- For the examples.
local function app(info, list, at)
  return { info = info, entitlements = list, signed = { has_hardened_runtime = true, team = "ABCDE12345" }, at = at and "/" .. at }
end
local reason = "To record what you say."

rule "purpose-has-entitlement" {
  summary   = "A Mac app with the hardened runtime must have the entitlements for the resources that its purpose strings are about",
  severity  = "warning",
  rationale = "Without the entitlement, the system denies access and shows no prompt: the feature is silently dead. Purpose strings that a "
    .. "tool writes into each app are not reported, and it is only a warning because the app may never ask.",
  source    = { "Hardened Runtime: Resource access", "Bundle Resources: com.apple.security.device.audio-input" },
  applies   = { kind = "application", platform = "macos", nested = false, key = {
    "NSCameraUsageDescription", "NSMicrophoneUsageDescription", "NSLocationUsageDescription", "NSLocationWhenInUseUsageDescription",
    "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription", "NSContactsUsageDescription",
    "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
    "NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription", "NSPhotoLibraryUsageDescription",
    "NSPhotoLibraryAddUsageDescription", "NSAppleEventsUsageDescription",
  } },
  check     = function(bundle, report)
    if not hardened.is_hardened(bundle) then return end
    for _, resource in ipairs(hardened.resources) do
      local key
      for _, name in ipairs(resource.keys) do
        if not key and hardened.is_own(bundle.info[name]) then key = name end
      end
      if key and not hardened.has(bundle, resource.entitlements) then
        report:at(bundle.info, key, "the app has the hardened runtime, but no entitlement for %s: the system denies access without a "
          .. "prompt",
          resource.name, {
          expected = "the entitlement " .. resource.entitlements[1], fix = "sign with this entitlement, or remove the key",
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app({ NSCameraUsageDescription = reason }, {}), { kind = "plugin" }),
      elsewhere(app({ NSCameraUsageDescription = reason }, {}), { platform = "catalyst" }),
      {}, app({ NSMicrophoneUsageDescription = reason }, { ["com.apple.security.device.audio-input"] = true }),
      app({ NSMicrophoneUsageDescription = reason }, { ["com.apple.security.device.microphone"] = true }),
      app({ NSAppleEventsUsageDescription = reason }, { ["com.apple.security.temporary-exception.apple-events"] = { "com.apple.mail" } }),
      app({ NSMicrophoneUsageDescription = "This app needs access to the microphone", NSCameraUsageDescription = "" }, {}),
      app({ NSMicrophoneUsageDescription = "The application App is requesting access to the microphone." }, {}),
      { info = { NSMicrophoneUsageDescription = reason } },
      { info = { NSMicrophoneUsageDescription = reason }, files = { ["Contents/MacOS/App"] = false } },
      { info = { NSMicrophoneUsageDescription = reason }, signed = { team = "ABCDE12345" } },
      -- The system asks for the outermost app.
      {
        signed = { has_hardened_runtime = true },
        bundles = {
          ["Contents/Helpers/A.app"] = app({ NSCameraUsageDescription = reason }, {}),
          ["Contents/PlugIns/A.bundle"] = app({ NSCameraUsageDescription = reason }, {}),
        },
      },
    },
    fail = {
      app({ NSLocationAlwaysAndWhenInUseUsageDescription = reason }, {}, "NSLocationAlwaysAndWhenInUseUsageDescription"),
      app({ NSLocationAlwaysUsageDescription = reason }, {}, "NSLocationAlwaysUsageDescription"),
      app({ NSCalendarsUsageDescription = reason }, {}, "NSCalendarsUsageDescription"),
      app({ NSCalendarsWriteOnlyAccessUsageDescription = reason }, {}, "NSCalendarsWriteOnlyAccessUsageDescription"),
      app({ NSRemindersFullAccessUsageDescription = reason }, {}, "NSRemindersFullAccessUsageDescription"),
      app({ NSPhotoLibraryAddUsageDescription = reason }, {}, "NSPhotoLibraryAddUsageDescription"),
      app({ NSMicrophoneUsageDescription = reason }, {}, "NSMicrophoneUsageDescription"),
      app({ NSMicrophoneUsageDescription = reason }, { ["com.apple.security.device.audio-input"] = false }, "NSMicrophoneUsageDescription"),
      app({ NSMicrophoneUsageDescription = "This app needs access to the microphone: " .. reason }, {}, "NSMicrophoneUsageDescription"),
      app({ NSMicrophoneUsageDescription = "Now! This app needs access to the microphone" }, {}, "NSMicrophoneUsageDescription"),
      app({ NSCameraUsageDescription = reason }, { ["com.apple.security.device.audio-input"] = true }, "NSCameraUsageDescription"),
      app({ NSLocationUsageDescription = reason }, {}, "NSLocationUsageDescription"),
      app({ NSLocationWhenInUseUsageDescription = reason }, {}, "NSLocationWhenInUseUsageDescription"),
      app({ NSContactsUsageDescription = reason }, {}, "NSContactsUsageDescription"),
      app({ NSCalendarsFullAccessUsageDescription = reason }, {}, "NSCalendarsFullAccessUsageDescription"),
      app({ NSRemindersUsageDescription = reason }, {}, "NSRemindersUsageDescription"),
      app({ NSPhotoLibraryUsageDescription = reason }, {}, "NSPhotoLibraryUsageDescription"),
      app({ NSAppleEventsUsageDescription = reason }, {}, "NSAppleEventsUsageDescription"),
    },
  },
}
