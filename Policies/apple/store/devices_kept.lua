local values = import "apple.values"

-- Capabilities that every device with this or a later iOS or tvOS has: requiring them excludes no device.
local everywhere = {
  ios  = { from = "11.0", "arm64", "armv7", "metal", "opengles-2", "opengles-3", "accelerometer", "wifi" },
  tvos = { from = "9.0", "arm64", "metal" },
}

-- The conditions for a device that UIRequiredDeviceCapabilities states, each with its place: that the device has a capability
-- (`true` in a dictionary, or an element of a list), or that it has not (`false`).
local function conditions(info)
  local result, value = {}, info.UIRequiredDeviceCapabilities
  for index, name in ipairs(values.list(value)) do
    if type(name) == "string" then result[#result + 1] = { name = name, is_present = true, node = value, key = index } end
  end
  for name, wanted in pairs(values.dictionary(value)) do
    if type(wanted) == "boolean" then result[#result + 1] = { name = name, is_present = wanted, node = value, key = name } end
  end
  return result
end

local function contains(list, condition)
  for _, other in ipairs(list) do
    if other.name == condition.name and other.is_present == condition.is_present then return true end
  end
  return false
end

-- Whether every device that can run the app meets the condition.
local function is_met_everywhere(bundle, condition)
  local platform, minimum = everywhere[bundle.platform], values.minimum_os(bundle)
  if not condition.is_present or not minimum or version.compare(minimum, platform.from) < 0 then return false end
  for _, name in ipairs(platform) do
    if name == condition.name then return true end
  end
  return false
end

rule "capabilities-kept" {
  summary   = "An update must not require capabilities that the earlier build does not require",
  severity  = "error",
  rationale = "The store rejects an update that does not run on all devices on which the app could be bought. Only the minimum system may "
    .. "rise; a capability that all devices with that system have can be added.",
  source    = { "ITMS-90109", "Technical Q&A QA1623" },
  tags      = { "S3", "history", "ITMS-90109" },
  applies   = { kind = "application", platform = { "ios", "tvos" }, nested = false, key = "UIRequiredDeviceCapabilities" },
  check     = function(bundle, report)
    local earlier = values.predecessor(bundle)
    if not earlier then return end
    local before, of = conditions(earlier.info), values.build_text(earlier)
    for _, condition in ipairs(conditions(bundle.info)) do
      if not contains(before, condition) and not is_met_everywhere(bundle, condition) then
        report:at(condition.node, condition.key, "the app now runs only on devices %s '%s', which %s did not require",
          condition.is_present and "with" or "without", condition.name, of, {
            expected = "only what the earlier build required", fix = "remove it, and find out at run time what the device can do",
            discriminator = condition.name,
          })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { UIRequiredDeviceCapabilities = { "gps" }, CFBundleVersion = "0" } },
      { info = { UIRequiredDeviceCapabilities = { "gps" } }, history = { { info = { UIRequiredDeviceCapabilities = { "nfc", "gps" } } } } },
      { info = { UIRequiredDeviceCapabilities = { "gps" } }, history = { { info = { UIRequiredDeviceCapabilities = { gps = true } } } } },
      {
        info = { UIRequiredDeviceCapabilities = { gps = false } },
        history = { { info = { UIRequiredDeviceCapabilities = { gps = false } } } },
      },
      {
        info = {
          UIRequiredDeviceCapabilities = { "accelerometer", "arm64", "armv7", "metal", "opengles-2", "opengles-3", "wifi" },
          MinimumOSVersion = "11.0",
        },
        history = { { without = "UIRequiredDeviceCapabilities" } },
      },
      {
        platform = "tvos", info = { UIRequiredDeviceCapabilities = { "arm64", "metal" }, MinimumOSVersion = "9.0" },
        history = { { without = "UIRequiredDeviceCapabilities" } },
      },
      { info = { UIRequiredDeviceCapabilities = { 1 } }, history = { {} } },
      { info = { UIRequiredDeviceCapabilities = { gps = "YES" } }, history = { {} } },
      { info = { UIRequiredDeviceCapabilities = { "gps" } }, history = { { platform = "tvos" } } },
      -- A build of an earlier release.
      {
        info = { UIRequiredDeviceCapabilities = { "gps" }, CFBundleShortVersionString = "0" },
        history = { { info = { UIRequiredDeviceCapabilities = { "nfc" }, CFBundleShortVersionString = "1.0" } } },
      },
    },
    fail = {
      {
        info = { UIRequiredDeviceCapabilities = { "gps" } }, history = { { without = "UIRequiredDeviceCapabilities" } },
        at = "/UIRequiredDeviceCapabilities/0",
      },
      {
        info = { UIRequiredDeviceCapabilities = { "gps", "nfc" } }, history = { { info = { UIRequiredDeviceCapabilities = { "gps" } } } },
        at = "/UIRequiredDeviceCapabilities/1",
      },
      {
        info = { UIRequiredDeviceCapabilities = { gps = true } },
        history = { { info = { UIRequiredDeviceCapabilities = { gps = false } } } },
        at = "/UIRequiredDeviceCapabilities/gps",
      },
      {
        info = { UIRequiredDeviceCapabilities = { wifi = false } }, history = { { without = "UIRequiredDeviceCapabilities" } },
        at = "/UIRequiredDeviceCapabilities/wifi",
      },
      {
        info = { UIRequiredDeviceCapabilities = { "arm64" }, MinimumOSVersion = "10.3" },
        history = { { without = "UIRequiredDeviceCapabilities" } },
        at = "/UIRequiredDeviceCapabilities/0",
      },
      {
        info = { UIRequiredDeviceCapabilities = { "arm64" } }, without = "MinimumOSVersion",
        history = { { info = { MinimumOSVersion = "9.0" }, without = "UIRequiredDeviceCapabilities" } },
        at = "/UIRequiredDeviceCapabilities/0",
      },
      {
        platform = "tvos", info = { UIRequiredDeviceCapabilities = { "wifi" } }, history = { { without = "UIRequiredDeviceCapabilities" } },
        at = "/UIRequiredDeviceCapabilities/0",
      },
    },
  },
}

-- The families of devices that an app is for, by number.
local function families(bundle)
  local result = {}
  for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do result[family] = true end
  return result
end

local names = { "iPhone", "iPad" }

rule "device-families-kept" {
  summary   = "An update must run on the device families of the earlier build",
  severity  = "error",
  rationale = "The store rejects an update that leaves out a device on which the app could be bought.",
  source    = { "ITMS-90101", "Technical Q&A QA1623" },
  tags      = { "S3", "history", "ITMS-90101" },
  applies   = { kind = "application", platform = "ios", nested = false, key = "UIDeviceFamily" },
  check     = function(bundle, report)
    local earlier = values.predecessor(bundle)
    local now = families(bundle)
    -- An app without families is reported by device-family.
    if not earlier or not next(now) then return end
    local before = families(earlier)
    for family, name in ipairs(names) do
      if before[family] and not now[family] then
        report:at(bundle.info, "UIDeviceFamily", "the app no longer runs on %s, on which %s ran", name, values.build_text(earlier), {
          expected = ("%d in UIDeviceFamily"):format(family), fix = ("add %s to the target's device families"):format(name),
          discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { UIDeviceFamily = { 1 }, CFBundleVersion = "0" } },
      { info = { UIDeviceFamily = { 1, 2 } }, history = { { info = { UIDeviceFamily = { 1 } } } } },
      { info = { UIDeviceFamily = { 1, 2 } }, history = { { info = { UIDeviceFamily = { 2, 1 } } } } },
      { without = "UIDeviceFamily", history = { { info = { UIDeviceFamily = { 1 } } } } },
      { info = { UIDeviceFamily = { 1 } }, history = { { info = { UIDeviceFamily = { 1, 6 } } } } },
      { info = { UIDeviceFamily = { 1 } }, history = { { without = "UIDeviceFamily" } } },
      {
        info = { UIDeviceFamily = { 1 }, CFBundleShortVersionString = "0" },
        history = { { info = { UIDeviceFamily = { 1, 2 }, CFBundleShortVersionString = "1.0" } } },
      },
    },
    fail = {
      { info = { UIDeviceFamily = { 1 } }, history = { { info = { UIDeviceFamily = { 1, 2 } } } }, at = "/UIDeviceFamily" },
      { info = { UIDeviceFamily = { 2 } }, history = { { info = { UIDeviceFamily = { 1 } } } }, at = "/UIDeviceFamily" },
    },
  },
}
