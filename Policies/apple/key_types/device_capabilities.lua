local slices = import "apple.code.slices"
local values = import "apple.values"

local known = {}
for _, name in ipairs {
  "accelerometer", "arkit", "arm64", "armv6", "armv7", "auto-focus-camera", "bluetooth-le", "camera-flash", "driverkit",
  "front-facing-camera", "gamekit",
  "gps", "gyroscope", "healthkit", "ipad-minimum-performance-m1", "iphone-ipad-minimum-performance-a12", "iphone-performance-gaming-tier",
  "location-services", "magnetometer", "metal", "microphone", "nfc", "opengles-1", "opengles-2", "opengles-3", "peer-peer", "sms",
  "still-camera",
  "telephony", "video-camera", "watch-companion", "wifi",
} do known[name] = true end

-- Whether the dictionary of capabilities excludes all devices that run the code: each of these has the capability arm64.
local function excludes_all(bundle, architectures, count)
  local stated = bundle.info.UIRequiredDeviceCapabilities
  return count > 0 and values.dictionary(stated).arm64 == false
    and count == (architectures.arm64 and 1 or 0) + (architectures.arm64e and 1 or 0)
end

-- Each { name, node, key } that is required: an element of a list, or a key of a dictionary whose value is true.
local function required(bundle)
  local result, stated = {}, bundle.info.UIRequiredDeviceCapabilities
  for index, name in ipairs(values.list(stated)) do result[#result + 1] = { name = name, node = stated, key = index } end
  for name, value in pairs(values.dictionary(stated)) do
    if value == true then result[#result + 1] = { name = name, node = stated, key = name } end
  end
  return result
end

rule "device-capabilities" {
  summary   = "UIRequiredDeviceCapabilities must name capabilities that devices have, and match the code",
  severity  = "error",
  rationale = "No device has a capability with another name, so the app is not offered to any. A 64-bit requirement without 64-bit "
    .. "code is rejected; every device has armv7, which project templates of React Native require of 64-bit code, too.",
  source    = { "Information Property List Key Reference: UIRequiredDeviceCapabilities", "Required Device Capabilities" },
  tags      = { "S3" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, key = "UIRequiredDeviceCapabilities" },
  check = function(bundle, report)
    local architectures, count = {}, 0
    for _, slice in ipairs(slices(bundle)) do architectures[slice.architecture], count = true, count + 1 end
    if excludes_all(bundle, architectures, count) then
      local stated = bundle.info.UIRequiredDeviceCapabilities
      report:at(stated, "arm64", "the app excludes devices with arm64, but its executable has no other code", {
        expected = "true, or no such key", fix = "remove the entry",
      })
    end
    for _, entry in ipairs(required(bundle)) do
      local name = values.text(entry.name)
      if name and not known[name] then
        report:at(entry.node, entry.key, "'%s' is not a device capability", name, {
          expected = "a name from Apple's list, such as arm64, gps or nfc", fix = "correct the name, or remove it", severity = "warning",
        })
      elseif name == "arm64" and next(architectures) and not architectures.arm64 and not architectures.arm64e then
        report:at(entry.node, entry.key, "the app requires arm64, but its executable has no arm64 code", {
          expected = "code for arm64", fix = "build for arm64, or remove the requirement",
        })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios" },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64", "gps" } },
        files = { App = { mach_o = { platform = "ios", architectures = "arm64" } } },
      },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { gps = true, gyroscopes = false } } },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = "arm64" } },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64" } }, files = { App = "no code" } },
      {
        platform = "ios", bundles = {
          ["PlugIns/Share.appex"] = { info = { UIRequiredDeviceCapabilities = { "gyroscopes" } } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { UIRequiredDeviceCapabilities = { "gyroscopes" } } },
        },
      },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { "armv7" } },
        files = { App = { mach_o = { platform = "ios", architectures = "arm64" } } },
      },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { arm64 = false } },
        files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64" } } } },
      },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { arm64 = false } }, files = { App = "no code" } },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { "armv7", "arm64" } },
        files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64e" } } } },
      },
    },
    fail = {
      { platform = "tvos", info = { UIRequiredDeviceCapabilities = { "gyroscopes" } }, at = "/UIRequiredDeviceCapabilities/0" },
      { platform = "visionos", info = { UIRequiredDeviceCapabilities = { "gyroscopes" } }, at = "/UIRequiredDeviceCapabilities/0" },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { "gyroscopes" } }, at = "/UIRequiredDeviceCapabilities/0" },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { GPS = true } }, at = "/UIRequiredDeviceCapabilities/GPS" },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64" } },
        files = { App = { mach_o = { platform = "ios", architectures = "armv7" } } },
        at = "/UIRequiredDeviceCapabilities/0",
      },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { arm64 = false } },
        files = { App = { mach_o = { platform = "ios", architectures = "arm64" } } },
        at = "/UIRequiredDeviceCapabilities/arm64",
      },
      {
        platform = "ios", info = { UIRequiredDeviceCapabilities = { arm64 = false } },
        files = { App = { mach_o = { platform = "ios", architectures = "arm64e" } } },
        at = "/UIRequiredDeviceCapabilities/arm64",
      },
    },
  },
}
