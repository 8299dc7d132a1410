local entitlements = import "apple.code.entitlements"
local images = import "apple.code.images"
local protected = import "apple.privacy.protected_resources"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"
local values = import "apple.values"

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

-- The entries of by_use by selector.
local entries_of = {}
for _, entry in ipairs(protected.by_use) do
  for _, selector in ipairs(entry.selectors or {}) do
    entries_of[selector] = entries_of[selector] or {}
    table.insert(entries_of[selector], entry)
  end
end

-- Whether no class that needs another description has a method of this name: it is not known which gets the message.
local function is_certain(code, selector, wanted)
  for _, entry in ipairs(entries_of[selector]) do
    if entry.keys ~= wanted.keys and code.class(entry.class) then return false end
  end
  return true
end

-- The part of an entry that code uses: `requestWhenInUseAuthorization of CLLocationManager`; nil if nothing is certain.
local function used(code, entry)
  if entry.symbol then return code.symbol(entry.symbol) and entry.symbol:sub(2) or nil end
  if not code.class(entry.class) or entry.with and not (code.symbol(entry.with) and code.class(entry.with_class)) then return nil end
  for _, selector in ipairs(entry.selectors) do
    if code.selector(selector) and is_certain(code, selector, entry) then return selector .. " of " .. entry.class end
  end
  return nil
end

-- Calls `found` with the path of each image of the app and its frameworks, and its slices. Extensions have usage descriptions of their own.
local function each_image(bundle, prefix, found)
  for _, image in ipairs(images(bundle)) do found(prefix .. image.file.path, image.slices) end
  for _, inner in ipairs(bundle.bundles) do
    if inner.kind == "framework" then
      each_image(inner, prefix .. inner.path:sub(#bundle.path > 0 and #bundle.path + 2 or 1) .. "/", found)
    end
  end
end

-- For the examples: an executable.
local function app(uses_of)
  uses_of.platform = "ios"
  return { mach_o = uses_of }
end

rule "purpose-strings" {
  summary   = "An app must describe why it accesses the data that its entitlements, background modes and code ask for",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects it. For HealthKit, the store "
    .. "requires both descriptions, even of an app that only reads. Code counts if it refers both to the class and to the method that "
    .. "asks for access; the code of extensions and watch apps is not checked.",
  source    = { "ITMS-90683", "Requesting access to protected resources", "Setting up HealthKit" },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local info, reported = bundle.info, {}
    local function require_any(names, cause, subject, severity)
      local first = names[1]
      if reported[first] or has_any(info, names) then return end
      reported[first] = true
      report:missing(info, first, "%s, but %s no %s", cause, subject, first, {
        expected = "a sentence that states the reason", fix = ("add %s, or remove what needs it"):format(first), severity = severity,
      })
    end
    local modes = info.UIBackgroundModes
    for _, mode in ipairs(values.list(modes)) do
      if protected.by_mode[mode] then
        require_any(protected.by_mode[mode], ("the app has the background mode '%s'"):format(mode), "it has")
      end
    end
    -- Code that is damaged is reported by files-are-whole.
    for _, part in ipairs(entitlements.of(bundle)) do
      for _, entry in ipairs(part.list and protected.by_entitlement or {}) do
        if grants(part.list[entry.name], entry.element) then
          for _, key in ipairs(entry.keys) do require_any({ key }, "the app has the entitlement " .. entry.name, "it has") end
        end
      end
    end
    if bundle.platform == "watchos" then return end
    each_image(bundle, "", function(path, image_slices)
      local unreadable = unreadable_symbols(report, path)
      for _, slice in ipairs(image_slices) do
        local code = uses(slice, unreadable)
        for _, entry in ipairs(protected.by_use) do
          local use = not reported[entry.keys[1]] and used(code, entry)
          if use then require_any(entry.keys, ("%s uses %s"):format(path, use), "the app has", entry.is_optional and "warning" or nil) end
        end
      end
    end)
  end,
  examples  = {
    pass = {
      {}, { info = { UIBackgroundModes = { "audio", "fetch" } } }, { info = { UIBackgroundModes = "location" } },
      { info = { UIBackgroundModes = { "location" }, NSLocationWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysAndWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, ["NSLocationWhenInUseUsageDescription~ipad"] = "To record your walk." } },
      {
        info = {
          UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" }, NSBluetoothAlwaysUsageDescription = "To find your keys.",
        },
      },
      {
        info = { NSHealthShareUsageDescription = "To count your steps.", NSHealthUpdateUsageDescription = "To record your walk." },
        entitlements = { ["com.apple.developer.healthkit"] = true, ["com.apple.developer.healthkit.access"] = { ["$array"] = true } },
      },
      {
        info = { NSHealthClinicalHealthRecordsShareUsageDescription = "To show your vaccinations." },
        entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } },
      },
      { entitlements = { ["com.apple.developer.healthkit.access"] = { "other" } } },
      { entitlements = { ["com.apple.developer.healthkit.access"] = true } },
      { info = { NSHomeKitUsageDescription = "To switch your lights." }, entitlements = { ["com.apple.developer.homekit"] = true } },
      { entitlements = { ["com.apple.developer.homekit"] = false } },
      {
        info = { NFCReaderUsageDescription = "To read your ticket." },
        entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "TAG" } },
      },
      {
        info = { NSSensorKitUsageDescription = "For a study." },
        entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } },
      },
      { files = { App = { base64 = "z/rt/gcAAAE=" } } },
      -- A class or a method alone, and a method that another class has.
      { files = { App = app {
        used_classes = { "CLLocationManager", "AVCaptureDevice" }, selectors = { "init", "requestAccessForMediaType:completionHandler:" },
      } } },
      { files = { App = app { selectors = "requestWhenInUseAuthorization" } } },
      {
        files = { App = app { used_classes = { "PHPhotoLibrary", "MPMediaLibrary" }, selectors = "requestAuthorization:" } },
        info = { NSPhotoLibraryAddUsageDescription = "To keep your drawings." },
      },
      {
        files = { App = app {
          imports = "_UIImageWriteToSavedPhotosAlbum", used_classes = "CBCentralManager", selectors = "initWithDelegate:queue:",
        } },
        info = { NSPhotoLibraryAddUsageDescription = "To keep your drawings.", NSBluetoothAlwaysUsageDescription = "To find your keys." },
      },
      { platform = "watchos", files = { App = { mach_o = { platform = "watchos", imports = "_UIImageWriteToSavedPhotosAlbum" } } } },
      -- An extension has its own.
      {
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = { mach_o = {
          platform = "ios", imports = "_UIImageWriteToSavedPhotosAlbum",
        } } } } },
      },
    },
    fail = {
      -- A table of symbols that the file does not contain.
      { files = { App = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAAADgAAABkAAAAOAAAAGQAAAA=" } }, at = "App" },
      { info = { UIBackgroundModes = { "audio", "location" } }, at = "/NSLocationWhenInUseUsageDescription" },
      { info = { UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" } }, at = "/NSBluetoothAlwaysUsageDescription" },
      { info = { UIBackgroundModes = { "bluetooth-peripheral" } }, at = "/NSBluetoothAlwaysUsageDescription" },
      {
        entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthShareUsageDescription = "To count your steps." },
        at = "/NSHealthUpdateUsageDescription",
      },
      {
        entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthUpdateUsageDescription = "To record your walk." },
        at = "/NSHealthShareUsageDescription",
      },
      {
        entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } },
        at = "/NSHealthClinicalHealthRecordsShareUsageDescription",
      },
      { entitlements = { ["com.apple.developer.homekit"] = true }, at = "/NSHomeKitUsageDescription" },
      { platform = "watchos", entitlements = { ["com.apple.developer.homekit"] = true }, at = "/NSHomeKitUsageDescription" },
      { entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "NDEF", "TAG" } }, at = "/NFCReaderUsageDescription" },
      { entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } }, at = "/NSSensorKitUsageDescription" },
      { files = { App = app {
        used_classes = "CLLocationManager", selectors = { "requestAlwaysAuthorization", "requestWhenInUseAuthorization" },
      } }, at = { "/NSLocationAlwaysAndWhenInUseUsageDescription", "/NSLocationWhenInUseUsageDescription" } },
      {
        files = { App = app { used_classes = "CLLocationManager", selectors = "requestAlwaysAuthorization" } },
        info = { NSLocationWhenInUseUsageDescription = "To record your walk." },
        at = "/NSLocationAlwaysAndWhenInUseUsageDescription",
      },
      { files = { App = app { imports = "_UIImageWriteToSavedPhotosAlbum" } }, at = "/NSPhotoLibraryUsageDescription" },
      { files = { App = app {
        used_classes = { "PHPhotoLibrary", "SFSpeechRecognizer" }, selectors = "requestAuthorizationForAccessLevel:handler:",
      } }, at = "/NSPhotoLibraryUsageDescription" },
      { files = { App = app {
        used_classes = { "CBCentralManager", "CBPeripheralManager" }, selectors = "initWithDelegate:queue:options:",
      } }, at = "/NSBluetoothAlwaysUsageDescription" },
      {
        files = { App = app {
          imports = "_AVMediaTypeVideo", used_classes = { "AVCaptureDevice", "AVCaptureDeviceInput" },
          selectors = "requestAccessForMediaType:completionHandler:",
        } },
        at = "/NSCameraUsageDescription",
      },
      {
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          platform = "ios", file_type = "dylib", id = "@rpath/Kit.framework/Kit", used_classes = "CNContactStore",
          selectors = "requestAccessForEntityType:completionHandler:",
        } } } } },
        at = "/NSContactsUsageDescription",
      },
    },
  },
}
