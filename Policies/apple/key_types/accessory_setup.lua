local values = import "apple.values"

local supports = { "NSAccessorySetupSupports", "NSAccessorySetupKitSupports" }
local bluetooth = {
  "NSAccessorySetupBluetoothServices", "NSAccessorySetupBluetoothNames", "NSAccessorySetupBluetoothCompanyIdentifiers",
}
local all = { supports[1], supports[2], bluetooth[1], bluetooth[2], bluetooth[3] }

-- Whether a string is the UUID of a service: one of 16 or 32 bits that the Bluetooth SIG assigns, or one of 128 bits.
local function is_uuid(text)
  local bare = text:gsub("^0[xX]", "")
  return bare:find("^%x%x%x%x$") ~= nil or bare:find("^%x%x%x%x%x%x%x%x$") ~= nil
    or text:find("^%x%x%x%x%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%x%x%x%x%x%x%x%x$") ~= nil
end

-- For the examples.
local function app(info, at) return { platform = "ios", info = info, at = at } end
local service = "1A2B3C4D-0000-1000-8000-00805F9B34FB"

rule "accessory-setup" {
  summary   = "An app that sets up accessories over Bluetooth must declare the services, names or companies that it looks for",
  severity  = "error",
  rationale = "AccessorySetupKit ends an app that looks for an accessory by an identifier which Info.plist does not declare, and finds "
    .. "nothing by a service whose identifier is not a UUID. The declarations count only if the app also states that it uses Bluetooth, "
    .. "which is a warning.",
  source    = {
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsaccessorysetupkitsupports",
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsaccessorysetupbluetoothservices",
  },
  applies   = { kind = "application", platform = "ios", key = all },
  check     = function(bundle, report)
    local info, uses_bluetooth, declared = bundle.info, false, nil
    for _, key in ipairs(supports) do
      for _, word in ipairs(values.list(info[key])) do
        uses_bluetooth = uses_bluetooth or word == "Bluetooth" or type(word) == "string" and values.has_variable(word)
      end
    end
    for _, key in ipairs(bluetooth) do
      if info[key] ~= nil and (plist.type(info[key]) ~= "array" or #info[key] > 0) then declared = declared or key end
    end
    if uses_bluetooth and not declared then
      report:missing(info, bluetooth[1], "the app sets up accessories over Bluetooth, but declares none to look for: the system ends it "
        .. "when it looks", {
        expected = table.concat(bluetooth, ", or "), fix = "declare what the app's ASDiscoveryDescriptor looks for",
      })
    elseif declared and not uses_bluetooth then
      report:at(info, declared, "the app declares Bluetooth accessories, but not that it sets them up over Bluetooth", {
        expected = "Bluetooth in NSAccessorySetupSupports", fix = "add it", severity = "warning",
      })
    end
    for index, text in ipairs(values.list(info[bluetooth[1]])) do
      if type(text) == "string" and not values.has_variable(text) and not is_uuid(text) then
        report:at(info[bluetooth[1]], index, "'%s' is not the UUID of a Bluetooth service", text, {
          expected = "4 hexadecimal digits, or a UUID such as " .. service, fix = "write the service's UUID",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" },
      app { NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { service, "180D", "0000180D" } },
      app { NSAccessorySetupKitSupports = { "WiFi", "Bluetooth" }, NSAccessorySetupBluetoothNames = { "Lamp" } },
      app { NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothCompanyIdentifiers = { 76 } },
      app { NSAccessorySetupSupports = { "WiFi", 1 } },
      app { NSAccessorySetupSupports = { "$(KIND)" }, NSAccessorySetupBluetoothNames = { "a" } },
      app { NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "$(UUID)", "0x180D", 1 } },
      app { NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothNames = "Lamp" },
      { platform = "macos", info = { NSAccessorySetupSupports = { "Bluetooth" } } },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = app { NSAccessorySetupSupports = { "Bluetooth" } } } },
    },
    fail = {
      app({ NSAccessorySetupSupports = { "Bluetooth" } }, "/NSAccessorySetupBluetoothServices"),
      app({ NSAccessorySetupKitSupports = { "WiFi", "Bluetooth" } }, "/NSAccessorySetupBluetoothServices"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothNames = { ["$array"] = true } },
        "/NSAccessorySetupBluetoothServices"),
      app({ NSAccessorySetupSupports = { "WiFi" }, NSAccessorySetupBluetoothNames = { "Lamp" } }, "/NSAccessorySetupBluetoothNames"),
      app({ NSAccessorySetupBluetoothCompanyIdentifiers = { 76 } }, "/NSAccessorySetupBluetoothCompanyIdentifiers"),
      app({ NSAccessorySetupBluetoothServices = { "180D" } }, "/NSAccessorySetupBluetoothServices"),
      app({ NSAccessorySetupBluetoothNames = { "Lamp" } }, "/NSAccessorySetupBluetoothNames"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "180D", "Heart Rate" } },
        "/NSAccessorySetupBluetoothServices/1"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "180D1" } },
        "/NSAccessorySetupBluetoothServices/0"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "x180D" } },
        "/NSAccessorySetupBluetoothServices/0"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "180x0D" } },
        "/NSAccessorySetupBluetoothServices/0"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { "x" .. service } },
        "/NSAccessorySetupBluetoothServices/0"),
      app({ NSAccessorySetupSupports = { "Bluetooth" }, NSAccessorySetupBluetoothServices = { service .. "0" } },
        "/NSAccessorySetupBluetoothServices/0"),
    },
  },
}
