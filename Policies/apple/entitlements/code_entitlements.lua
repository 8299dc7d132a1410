local entitlements = import "apple.code.entitlements"
local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"

-- Classes of the system whose methods fail unless the code has an entitlement, with the capability that adds it.
local protected = {
  {
    class = "VSAccountManager", selectors = { "checkAccessStatusWithOptions:completionHandler:" },
    entitlements = { "com.apple.developer.video-subscriber-single-sign-on" }, capability = "TV Provider Authentication",
  },
  {
    class = "HKHealthStore", selectors = { "requestAuthorizationToShareTypes:readTypes:completion:" },
    entitlements = { "com.apple.developer.healthkit" }, capability = "HealthKit",
  },
  {
    class = "HMHomeManager", selectors = { "homes", "primaryHome", "addHomeWithName:completionHandler:" },
    entitlements = { "com.apple.developer.homekit" }, capability = "HomeKit",
  },
  {
    class = "INPreferences", selectors = { "requestSiriAuthorization:" }, entitlements = { "com.apple.developer.siri" },
    capability = "Siri",
  },
  {
    class = "NFCNDEFReaderSession", selectors = { "beginSession" }, entitlements = { "com.apple.developer.nfc.readersession.formats" },
    capability = "Near Field Communication Tag Reading",
  },
  {
    class = "NFCTagReaderSession", selectors = { "beginSession" }, entitlements = { "com.apple.developer.nfc.readersession.formats" },
    capability = "Near Field Communication Tag Reading",
  },
  {
    class = "CKContainer", selectors = { "defaultContainer", "containerWithIdentifier:" },
    entitlements = { "com.apple.developer.icloud-services" }, capability = "iCloud with CloudKit",
  },
  {
    class = "NEHotspotConfigurationManager", selectors = { "applyConfiguration:completionHandler:" },
    entitlements = { "com.apple.developer.networking.HotspotConfiguration" }, capability = "Hotspot",
  },
  {
    class = "NEVPNManager", selectors = { "loadFromPreferencesWithCompletionHandler:" },
    entitlements = { "com.apple.developer.networking.vpn.api", "com.apple.developer.networking.networkextension" },
    capability = "Personal VPN",
  },
}

local identifiers = { "application-identifier", "com.apple.application-identifier" }

local function has_any(list, names)
  for _, name in ipairs(names) do
    if list[name] ~= nil then return true end
  end
  return false
end

-- The method of a class that code refers to, in words; nil if it refers to none.
local function used(code, entry)
  if not code.class(entry.class) then return nil end
  for _, selector in ipairs(entry.selectors) do
    if code.selector(selector) then return selector .. " of " .. entry.class end
  end
  return nil
end

-- For the examples.
local identity = { ["application-identifier"] = "ABCDE12345.com.example.app" }
local function app(classes, selectors, at, more, own)
  local list = {}
  for name, value in pairs(own or identity) do list[name] = value end
  for name, value in pairs(more or {}) do list[name] = value end
  return {
    platform = "ios", at = at and "App:/" .. at,
    files = { App = { mach_o = { platform = "ios", used_classes = classes, selectors = selectors, entitlements = list } } },
  }
end
local failing = {
  -- The code for one processor lacks what the other has.
  {
    platform = "macos", at = "Contents/MacOS/App:/com.apple.developer.siri", count = 1,
    files = { ["Contents/MacOS/App"] = { mach_o = {
      {
        architectures = "arm64", used_classes = "INPreferences", selectors = "requestSiriAuthorization:",
        entitlements = { ["com.apple.application-identifier"] = "A.b", ["com.apple.developer.siri"] = true },
      },
      {
        architectures = "x86_64", used_classes = "INPreferences", selectors = "requestSiriAuthorization:",
        entitlements = { ["com.apple.application-identifier"] = "A.b" },
      },
    } } },
  },
  -- One finding for both processors.
  {
    platform = "macos", at = "Contents/MacOS/App:/com.apple.developer.siri", count = 1,
    files = { ["Contents/MacOS/App"] = { mach_o = {
      architectures = { "arm64", "x86_64" }, used_classes = "INPreferences", selectors = "requestSiriAuthorization:",
      entitlements = { ["com.apple.application-identifier"] = "A.b" },
    } } },
  },
  -- The Mac has another name for the identifier.
  {
    platform = "macos", at = "Contents/MacOS/App:/com.apple.developer.icloud-services",
    files = { ["Contents/MacOS/App"] = { mach_o = {
      used_classes = "CKContainer", selectors = "defaultContainer", entitlements = { ["com.apple.application-identifier"] = "A.b" },
    } } },
  },
  {
    kind = "extension", platform = "ios", at = "Share:/com.apple.developer.siri",
    files = { Share = { mach_o = {
      platform = "ios", used_classes = "INPreferences", selectors = "requestSiriAuthorization:", entitlements = identity,
    } } },
  },
}
-- Only one slice uses it.
failing[#failing + 1] = {
  platform = "macos", at = "Contents/MacOS/App:/com.apple.developer.icloud-services",
  files = { ["Contents/MacOS/App"] = { mach_o = {
    { architectures = "arm64", entitlements = { ["com.apple.application-identifier"] = "A.b" } },
    {
      architectures = "x86_64", used_classes = "CKContainer", selectors = "defaultContainer",
      entitlements = { ["com.apple.application-identifier"] = "A.b" },
    },
  } } },
}
for _, entry in ipairs(protected) do
  for _, selector in ipairs(entry.selectors) do failing[#failing + 1] = app(entry.class, selector, entry.entitlements[1]) end
end

rule "code-has-entitlement" {
  summary   = "Code that uses a protected service of the system must have the entitlement for it",
  severity  = "warning",
  rationale = "Without the entitlement, the system refuses each request, and CloudKit ends the app. Code counts if it refers both to the "
    .. "class and to the method. It is a warning because a library may contain code that the app never calls. Code that is signed without "
    .. "a profile's identifier will be signed again, so it is not reported.",
  source    = {
    "https://developer.apple.com/documentation/bundleresources/entitlements",
    "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.video-subscriber-single-sign-on",
    "https://developer.apple.com/documentation/healthkit/setting-up-healthkit",
    "https://developer.apple.com/documentation/cloudkit/enabling-cloudkit-in-your-app",
  },
  applies   = { kind = { "application", "extension" }, entitlement = identifiers },
  check     = function(bundle, report)
    local unreadable, seen = unreadable_symbols(report, bundle.executable), {}
    local parts = entitlements.of(bundle)
    for index, slice in ipairs(slices(bundle)) do
      local part = parts[#parts > 1 and index or 1]
      local list = part and part.list
      local code = list and has_any(list, identifiers) and uses(slice, unreadable)
      for _, entry in ipairs(code and protected or {}) do
        local method = not has_any(list, entry.entitlements) and used(code, entry)
        if method and not seen[entry.class] then
          seen[entry.class] = true
          report:missing(list, entry.entitlements[1], ("the code uses %s, but is not signed with %s: the system refuses it"):format(method,
            entry.entitlements[1]), {
            expected = entry.entitlements[1], fix = "add the capability " .. entry.capability .. ", or remove the code",
            discriminator = entry.class,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app("HKHealthStore", "requestAuthorizationToShareTypes:readTypes:completion:", nil, { ["com.apple.developer.healthkit"] = true }),
      app("HKHealthStore", "executeQuery:"), app("NSObject", "requestSiriAuthorization:"),
      app("CKContainer", "defaultContainer", nil, nil, { other = true }),
      app("NEVPNManager", "loadFromPreferencesWithCompletionHandler:", nil, {
        ["com.apple.developer.networking.networkextension"] = { "packet-tunnel-provider" },
      }),
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
        platform = "ios", file_type = "dylib", id = "x", used_classes = "CKContainer", selectors = "defaultContainer",
        entitlements = identity,
      } } } } } },
    },
    fail = failing,
  },
}
