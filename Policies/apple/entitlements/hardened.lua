local parts = import "apple.entitlements.parts"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The resources that the hardened runtime and the sandbox protect on the Mac: the entitlements of which one is needed, and the keys
-- with the reason that the system shows.
local resources = {
  {
    name = "the camera", entitlements = { "com.apple.security.device.camera" },
    keys = { "NSCameraUsageDescription" },
  },
  {
    name = "the microphone", entitlements = { "com.apple.security.device.audio-input", "com.apple.security.device.microphone" },
    keys = { "NSMicrophoneUsageDescription" },
  },
  {
    name = "the location", entitlements = { "com.apple.security.personal-information.location" },
    keys = {
      "NSLocationUsageDescription", "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
      "NSLocationAlwaysUsageDescription",
    },
  },
  {
    name = "contacts", entitlements = { "com.apple.security.personal-information.addressbook" }, keys = { "NSContactsUsageDescription" },
  },
  {
    name = "calendars", entitlements = { "com.apple.security.personal-information.calendars" },
    keys = {
      "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
      "NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription",
    },
  },
  {
    name = "photos", entitlements = { "com.apple.security.personal-information.photos-library" },
    keys = { "NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription" },
  },
  {
    name = "other apps by Apple events", entitlements = {
      "com.apple.security.automation.apple-events", "com.apple.security.temporary-exception.apple-events",
      "com.apple.security.scripting-targets",
    },
    keys = { "NSAppleEventsUsageDescription" },
  },
}

-- Texts that tools write into every app, needed or not.
local templates = {
  "^This app needs access to the %a+$", "^This app needs access to Bluetooth$",
  "^The application .* is requesting access to the microphone%.$",
}

local hardened = { resources = resources }

-- Whether the app's makers wrote a string themselves.
function hardened.is_own(text)
  if not values.text(text) then return false end
  for _, template in ipairs(templates) do
    if text:find(template) then return false end
  end
  return true
end

-- Whether some code of the app asks for the hardened runtime.
function hardened.is_hardened(bundle)
  for _, slice in ipairs(slices(bundle)) do
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if signature and signature.has_hardened_runtime then return true end
  end
  return false
end

-- Whether some code of the app has the value true, or any other value, for one of these entitlements.
function hardened.has(bundle, names)
  for _, part in ipairs(parts(bundle)) do
    for _, name in ipairs(names) do
      local value = part.list[name]
      if value ~= nil and value ~= false then return true end
    end
  end
  return false
end

return hardened
