local slices = import "apple.code.slices"
local values = import "apple.values"

-- The usage descriptions that an entitlement requires. An entitlement that is an array may have to contain `element`.
local by_entitlement = {
  { name = "com.apple.developer.healthkit", keys = { "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription" } },
  { name = "com.apple.developer.healthkit.access", element = "health-records", keys = { "NSHealthClinicalHealthRecordsShareUsageDescription" } },
  { name = "com.apple.developer.homekit", keys = { "NSHomeKitUsageDescription" } },
  { name = "com.apple.developer.nfc.readersession.formats", keys = { "NFCReaderUsageDescription" } },
  { name = "com.apple.developer.sensorkit.reader.allow", keys = { "NSSensorKitUsageDescription" } },
}

-- The usage descriptions of which a background mode requires one.
local location = { "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription" }
local bluetooth = { "NSBluetoothAlwaysUsageDescription" }
local by_mode = { location = location, ["bluetooth-central"] = bluetooth, ["bluetooth-peripheral"] = bluetooth }

local function grants(value, element)
  if value == true then return element == nil end
  for _, one in ipairs(values.list(value)) do
    if element == nil or one == element then return true end
  end
  return false
end

local function has_any(info, names)
  for _, name in ipairs(names) do
    if #values.forms(info, name) > 0 then return true end
  end
  return false
end

rule "purpose-strings" {
  summary   = "An app must describe why it accesses the data that its entitlements and background modes give access to",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects it. For HealthKit, the store requires "
    .. "both descriptions, even of an app that only reads. Access that only the code shows is not checked.",
  source    = { "ITMS-90683", "Requesting access to protected resources", "Setting up HealthKit" },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local info, reported = bundle.info, {}
    local function require_any(names, cause)
      local first = names[1]
      if reported[first] or has_any(info, names) then return end
      reported[first] = true
      report:missing(info, first, "the app has %s, but no %s", cause, first, {
        expected = "a sentence that states the reason", fix = ("add %s, or remove %s"):format(first, cause),
      })
    end
    local modes = info.UIBackgroundModes
    for _, mode in ipairs(values.list(modes)) do
      if by_mode[mode] then require_any(by_mode[mode], ("the background mode '%s'"):format(mode)) end
    end
    -- Code that is damaged is reported by files-are-whole.
    local entitlements = #slices(bundle) > 0 and bundle.entitlements
    for _, entry in ipairs(entitlements and by_entitlement or {}) do
      if grants(entitlements[entry.name], entry.element) then
        for _, key in ipairs(entry.keys) do require_any({ key }, "the entitlement " .. entry.name) end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { UIBackgroundModes = { "audio", "fetch" } } }, { info = { UIBackgroundModes = "location" } },
      { info = { UIBackgroundModes = { "location" }, NSLocationWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysAndWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, ["NSLocationWhenInUseUsageDescription~ipad"] = "To record your walk." } },
      {
        info = { UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" }, NSBluetoothAlwaysUsageDescription = "To find your keys." },
      },
      {
        info = { NSHealthShareUsageDescription = "To count your steps.", NSHealthUpdateUsageDescription = "To record your walk." },
        entitlements = { ["com.apple.developer.healthkit"] = true, ["com.apple.developer.healthkit.access"] = { ["$array"] = true } },
      },
      {
        info = { NSHealthClinicalHealthRecordsShareUsageDescription = "To show your vaccinations." },
        entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } },
      },
      { entitlements = { ["com.apple.developer.healthkit.access"] = { "other" } } }, { entitlements = { ["com.apple.developer.healthkit.access"] = true } },
      { info = { NSHomeKitUsageDescription = "To switch your lights." }, entitlements = { ["com.apple.developer.homekit"] = true } },
      { entitlements = { ["com.apple.developer.homekit"] = false } },
      { info = { NFCReaderUsageDescription = "To read your ticket." }, entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "TAG" } } },
      { info = { NSSensorKitUsageDescription = "For a study." }, entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } } },
      { files = { App = { base64 = "z/rt/gcAAAE=" } } },
    },
    fail = {
      { info = { UIBackgroundModes = { "audio", "location" } } }, { info = { UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" } } },
      { info = { UIBackgroundModes = { "bluetooth-peripheral" } } },
      { entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthShareUsageDescription = "To count your steps." } },
      { entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthUpdateUsageDescription = "To record your walk." } },
      { entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } } },
      { entitlements = { ["com.apple.developer.homekit"] = true } },
      { platform = "watchos", entitlements = { ["com.apple.developer.homekit"] = true } },
      { entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "NDEF", "TAG" } } },
      { entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } } },
    },
  },
}
