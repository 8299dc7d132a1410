local slices = import "apple.code.slices"
local values = import "apple.values"

-- The capabilities that an app requires, by name, and the node and key of each.
local function required(info)
  local result, stated = {}, info.UIRequiredDeviceCapabilities
  for index, name in ipairs(values.list(stated)) do
    if type(name) == "string" then result[name] = { node = stated, key = index } end
  end
  for name, value in pairs(values.dictionary(stated)) do
    if value == true then result[name] = { node = stated, key = name } end
  end
  return result
end

rule "watch-capabilities" {
  summary   = "A watch app must not require capabilities of devices",
  severity  = "error",
  rationale = "The store rejects a watch app with UIRequiredDeviceCapabilities; only watch-companion, which old templates contain, is "
    .. "accepted.",
  source    = "ITMS-90595",
  tags      = { "ITMS-90595" },
  applies   = { kind = { "application", "extension" }, platform = "watchos", key = "UIRequiredDeviceCapabilities" },
  check     = function(bundle, report)
    for name, place in pairs(required(bundle.info)) do
      if name ~= "watch-companion" then
        report:at(place.node, place.key, "a watch app cannot require '%s'", name, {
          expected = "no UIRequiredDeviceCapabilities", fix = "remove the key from the watch app",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { UIRequiredDeviceCapabilities = { "watch-companion" } } },
      { info = { UIRequiredDeviceCapabilities = { gps = false } } },
    },
    fail = {
      { info = { UIRequiredDeviceCapabilities = { "arm64" } }, at = "/UIRequiredDeviceCapabilities/0" },
      { info = { UIRequiredDeviceCapabilities = { gps = true } }, at = "/UIRequiredDeviceCapabilities/gps" },
    },
  },
}

rule "64-bit-only" {
  summary   = "An app that requires arm64 must have only 64-bit code",
  severity  = "error",
  rationale = "No device that meets the requirement runs the other code, and the store rejects it.",
  source    = "ITMS-90503",
  tags      = { "ITMS-90503" },
  applies   = { kind = "application", platform = "ios", key = "UIRequiredDeviceCapabilities" },
  check     = function(bundle, report)
    local place = required(bundle.info).arm64
    for _, slice in ipairs(place and slices(bundle) or {}) do
      if not slice.is_64_bit then
        return report:at(place.node, place.key, "the app requires arm64, but has code for %s", slice.architecture, {
          expected = "only code for arm64", fix = "remove the slice from ARCHS, or the requirement",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { UIRequiredDeviceCapabilities = { "arm64" } } },
      {
        info = { UIRequiredDeviceCapabilities = { "gps" } },
        files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64" } } } },
      },
    },
    fail = { {
      info = { UIRequiredDeviceCapabilities = { "arm64" } },
      files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64" } } } }, at = "/UIRequiredDeviceCapabilities/0",
    } },
  },
}

rule "watch-architectures" {
  summary   = "A watch app for watchOS 8 or earlier must have code for armv7k",
  severity  = "error",
  rationale = "The Apple Watch Series 3 runs watchOS 8 and only this code. The store rejects an app that offers itself to it.",
  source    = "ITMS-90733",
  tags      = { "ITMS-90733" },
  applies   = { kind = "application", platform = "watchos", key = "MinimumOSVersion" },
  check     = function(bundle, report)
    local text, all = values.minimum_os(bundle), slices(bundle)
    if not text or #all == 0 or version.compare(text, "9.0") >= 0 then return end
    for _, slice in ipairs(all) do
      if slice.architecture == "armv7k" then return end
    end
    report:at(bundle.info, "MinimumOSVersion", "the watch app declares watchOS %s, but has no code for armv7k", text, {
      expected = "9.0 or later", fix = "raise WATCHOS_DEPLOYMENT_TARGET to 9.0, or build for armv7k, too",
    })
  end,
  examples  = {
    pass = {
      { info = { MinimumOSVersion = "9.0" } }, { info = { MinimumOSVersion = "8.0" }, files = { App = "no code" } },
      {
        info = { MinimumOSVersion = "8.0" },
        files = { App = { mach_o = { platform = "watchos", architectures = { "arm64_32", "armv7k" } } } },
      },
    },
    fail = { {
      info = { MinimumOSVersion = "8.7" }, files = { App = { mach_o = { platform = "watchos", architectures = { "arm64_32", "arm64" } } } },
      at = "/MinimumOSVersion",
    } },
  },
}

rule "app-clip-system" {
  summary   = "An App Clip must require iOS 16.4 or later",
  severity  = "error",
  rationale = "The store rejects an App Clip with a lower MinimumOSVersion, even if the app around it runs on earlier systems.",
  source    = "ITMS-90838",
  tags      = { "ITMS-90838" },
  applies   = { kind = "application", platform = "ios", nested = true, key = "MinimumOSVersion" },
  check     = function(bundle, report)
    local text = values.minimum_os(bundle)
    if glob.match("AppClips/*", bundle.path) and text and version.compare(text, "16.4") < 0 then
      report:at(bundle.info, "MinimumOSVersion", "the App Clip declares iOS %s", text, {
        expected = "16.4 or later", fix = "raise IPHONEOS_DEPLOYMENT_TARGET of the App Clip",
      })
    end
  end,
  examples  = {
    pass = {
      { bundles = { ["AppClips/Clip.app"] = { info = { MinimumOSVersion = "16.4" } } } },
      { bundles = { ["Helpers/Clip.app"] = { info = { MinimumOSVersion = "16.0" } } } },
    },
    fail = {
      { bundles = { ["AppClips/Clip.app"] = { info = { MinimumOSVersion = "16.0" } } }, at = "AppClips/Clip.app:/MinimumOSVersion" },
    },
  },
}

-- Capabilities that Apple Vision does not have.
local absent = { "arkit", "auto-focus-camera", "camera-flash", "nfc", "sms", "telephony" }

rule "vision-capabilities" {
  summary   = "A visionOS app must not require capabilities that Apple Vision does not have",
  severity  = "warning",
  rationale = "No Apple Vision can install the app. The store accepts it with a warning.",
  source    = "ITMS-90984",
  tags      = { "ITMS-90984" },
  applies   = { kind = "application", platform = "visionos", key = "UIRequiredDeviceCapabilities" },
  check     = function(bundle, report)
    local all = required(bundle.info)
    for _, name in ipairs(absent) do
      if all[name] then
        report:at(all[name].node, all[name].key, "Apple Vision does not have '%s'", name, {
          expected = "a capability of Apple Vision", fix = "remove it, and test for the capability at run time",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { info = { UIRequiredDeviceCapabilities = { "arm64" } } } },
    fail = { { info = { UIRequiredDeviceCapabilities = { "arm64", "telephony" } }, at = "/UIRequiredDeviceCapabilities/1" } },
  },
}
