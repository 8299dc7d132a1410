local age = import "apple.key_types.age"

-- Keys that replace an old one in addition to its successor, and old keys that do no harm.
local also = {
  NSCalendarsUsageDescription = "NSCalendarsWriteOnlyAccessUsageDescription", UILaunchImageFile = "UILaunchScreen",
  UILaunchImages = "UILaunchScreen",
}
local harmless = { CFBundleGetInfoString = true, NSHelpFile = true }

rule "superseded-keys" {
  summary   = "A key that the supported systems no longer read must be accompanied by its successor",
  severity  = "warning",
  rationale = "The old key has no effect any more; without its successor, the system terminates an app that asks for access.",
  source    = { "Bundle Resources: Information Property List", "Information Property List Key Reference" },
  tags      = { "S3", "S11" },
  check     = function(bundle, report)
    local info = bundle.info
    for _, key in ipairs(keys.superseded(info)) do
      local entry = keys[key]
      local successor = entry.successor
      if not harmless[key] and info[successor] == nil and not (also[key] and info[also[key]] ~= nil) then
        local since = age.since(bundle, entry)
        if since then
          report:at(info, key, "%s %s, but its successor %s is not present", key, age.phrase(bundle, since), successor, {
            expected = successor, fix = "add " .. successor,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "0" } }, { platform = "ios", info = { MinimumOSVersion = "0" } },
      { platform = "ios", info = { NSBluetoothPeripheralUsageDescription = "x", NSBluetoothAlwaysUsageDescription = "x" } },
      { platform = "ios", info = { NSCalendarsUsageDescription = "x" } },
      {
        platform = "ios",
        info = { MinimumOSVersion = "17.0", NSCalendarsUsageDescription = "x", NSCalendarsWriteOnlyAccessUsageDescription = "x" },
      },
      { info = { CFBundleGetInfoString = "1.0" } },
      { platform = "ios", info = { MinimumOSVersion = "x", NSCalendarsUsageDescription = "x" } },
    },
    fail = {
      { platform = "ios", info = { MinimumOSVersion = "17.0", NSCalendarsUsageDescription = "x" }, at = "/NSCalendarsUsageDescription" },
      { info = { CFPlugInDynamicRegistrationFunction = "Register" }, at = "/CFPlugInDynamicRegistrationFunction" },
    },
  },
}
