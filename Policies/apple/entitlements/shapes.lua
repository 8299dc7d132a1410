local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local protections = {
  NSFileProtectionComplete = true, NSFileProtectionCompleteUnlessOpen = true,
  NSFileProtectionCompleteUntilFirstUserAuthentication = true, NSFileProtectionNone = true,
}
local environments = { development = true, production = true }
local providers = { ["dns-proxy"] = true, ["dns-settings"] = true, relay = true }
local formats = { NDEF = true, TAG = true, PACE = true }

local function is_one_of(list)
  return function(text) return list[text] == true end
end

-- Entitlements with a value other than true: whether it is a list, and whether a string in it is one that the system knows.
local shapes = {
  ["com.apple.developer.applesignin"] = { is_list = true, accepts = is_one_of { Default = true }, expected = "Default" },
  ["com.apple.developer.in-app-payments"] = {
    is_list = true, accepts = function(text) return text:find("^merchant%.") ~= nil end,
    expected = "an identifier that starts with merchant.",
  },
  ["com.apple.developer.networking.networkextension"] = {
    is_list = true, expected = "a kind such as packet-tunnel-provider",
    accepts = function(text)
      local kind = text:gsub("%-systemextension$", "")
      return providers[kind] == true or kind:find("%-provider$") ~= nil
    end,
  },
  ["com.apple.developer.nfc.readersession.formats"] = { is_list = true, accepts = is_one_of(formats), expected = "TAG" },
  ["com.apple.developer.default-data-protection"] = { accepts = is_one_of(protections), expected = "NSFileProtectionComplete" },
  ["com.apple.developer.devicecheck.appattest-environment"] = { accepts = is_one_of(environments), expected = "production" },
}

-- Entitlements that are true, or absent.
for name in ([[siri healthkit healthkit.background-delivery homekit networking.wifi-info networking.multicast
  networking.HotspotConfiguration push-to-talk usernotifications.time-sensitive usernotifications.communication weatherkit
  kernel.increased-memory-limit kernel.extended-virtual-addressing]]):gmatch("%S+") do
  shapes["com.apple.developer." .. name] = { is_flag = true }
end
for name in ([[app-sandbox inherit network.client network.server device.camera device.audio-input device.usb device.bluetooth print
  files.user-selected.read-only files.user-selected.read-write files.downloads.read-only files.downloads.read-write
  files.bookmarks.app-scope automation.apple-events personal-information.location personal-information.addressbook
  personal-information.calendars personal-information.photos-library cs.allow-jit cs.allow-unsigned-executable-memory
  cs.allow-dyld-environment-variables cs.disable-library-validation cs.disable-executable-page-protection]]):gmatch("%S+") do
  shapes["com.apple.security." .. name] = { is_flag = true }
end

local names = {}
for name in pairs(shapes) do names[#names + 1] = name end

local function judge(part, name, shape, report)
  local value = part.list[name]
  local kind = plist.type(value)
  local function add(node, key, message, expected)
    report:at(node, key, "%s", message, {
      expected = expected, fix = "correct the entitlement, and sign the code again", discriminator = part.architecture,
    })
  end
  if shape.is_flag then
    if kind ~= "boolean" then
      add(part.list, name, ("the entitlement %s is not a Boolean: the system does not grant it"):format(name), "the Boolean true")
    end
  elseif shape.is_list and kind ~= "array" then
    add(part.list, name, ("the entitlement %s is not a list: the system does not grant it"):format(name), "a list with " .. shape.expected)
  else
    local list = shape.is_list and value or { value }
    for index, text in ipairs(list) do
      -- Variables and the patterns of profiles are reported by the rules of the stores.
      if type(text) == "string" and not values.has_variable(text) and not text:find("%*") and not shape.accepts(text) then
        add(shape.is_list and value or part.list, shape.is_list and index or name,
          ("the system does not know the value '%s' of the entitlement %s"):format(text, name), shape.expected)
      end
    end
  end
end

-- For the examples.
local function app(list, at, more)
  local result = { platform = "ios", entitlements = list, at = at and "App:/" .. at }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local pass, fail = {
  {},
  app {
    ["com.apple.developer.applesignin"] = { "Default" }, ["com.apple.developer.in-app-payments"] = { "merchant.com.example", "$(PAY)" },
    ["com.apple.developer.networking.networkextension"] = {
      "packet-tunnel-provider", "dns-proxy-systemextension", "app-proxy-provider-systemextension", "dns-settings", "relay",
    },
    ["com.apple.developer.nfc.readersession.formats"] = { "TAG", "NDEF", "PACE", 1 },
    ["com.apple.developer.default-data-protection"] = "NSFileProtectionComplete", ["com.apple.developer.siri"] = true,
    ["com.apple.developer.devicecheck.appattest-environment"] = "development", ["com.apple.developer.homekit"] = false, other = "x",
  },
  app { ["com.apple.developer.in-app-payments"] = { "*" } },
  { bundles = { ["Contents/Frameworks/Kit.framework"] = { entitlements = { ["com.apple.security.app-sandbox"] = "x" } } } },
}, {
  app({ ["com.apple.developer.applesignin"] = { "default" } }, "com.apple.developer.applesignin/0"),
  app({ ["com.apple.developer.in-app-payments"] = { "merchant.a", "com.merchant.a" } }, "com.apple.developer.in-app-payments/1"),
  app({ ["com.apple.developer.networking.networkextension"] = { "packet-tunnel" } }, "com.apple.developer.networking.networkextension/0"),
  app({ ["com.apple.developer.networking.networkextension"] = { "relay-systemextension-x" } },
    "com.apple.developer.networking.networkextension/0"),
  app({ ["com.apple.developer.networking.networkextension"] = { "dns-systemextension-proxy" } },
    "com.apple.developer.networking.networkextension/0"),
  app({ ["com.apple.developer.networking.networkextension"] = { "content-filter-provider-x" } },
    "com.apple.developer.networking.networkextension/0"),
  app({ ["com.apple.developer.nfc.readersession.formats"] = { "ISO7816" } }, "com.apple.developer.nfc.readersession.formats/0"),
  app({ ["com.apple.developer.default-data-protection"] = "Complete" }, "com.apple.developer.default-data-protection"),
  app({ ["com.apple.developer.devicecheck.appattest-environment"] = "prod" }, "com.apple.developer.devicecheck.appattest-environment"),
  { kind = "extension", entitlements = { ["com.apple.security.app-sandbox"] = "YES" },
    at = "Contents/MacOS/Share:/com.apple.security.app-sandbox" },
}
for name, shape in pairs(shapes) do
  if shape.is_flag then
    fail[#fail + 1] = app({ [name] = 1 }, name)
  elseif shape.is_list then
    fail[#fail + 1] = app({ [name] = true }, name)
  end
end

rule "entitlement-shapes" {
  summary   = "Entitlements must have values of the type and the form that the system reads",
  severity  = "error",
  rationale = "The system treats an entitlement whose value has the wrong type or contains an unknown name as absent: what it permits "
    .. "fails, and no message names the cause.",
  source    = { "Bundle Resources: Entitlements", "Technical Note TN2415: Entitlements Troubleshooting" },
  applies   = { kind = { "application", "extension" }, entitlement = names },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      for name, shape in pairs(shapes) do
        if part.list[name] ~= nil then judge(part, name, shape, report) end
      end
    end
  end,
  examples  = { pass = pass, fail = fail },
}
