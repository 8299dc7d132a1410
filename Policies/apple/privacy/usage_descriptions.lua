local usage_keys = import "apple.key_types.usage_keys"
local values = import "apple.values"

rule "usage-descriptions" {
  summary   = "A usage description must say in a sentence why the app asks for access",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects an empty or placeholder text.",
  source    = { "Information Property List Key Reference: Protected resources", "ITMS-90683", "App Store Review Guidelines 5.1.1" },
  tags      = { "S3", "ITMS-90683", "ITMS-90738" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for _, key in ipairs(plist.keys(bundle.info, "UsageDescription")) do
      local value = bundle.info[key]
      if key:find("^NS.*UsageDescription$") then
        if type(value) ~= "string" then
          report:at(bundle.info, key, "the type of the usage description is %s, not string", plist.type(value), { expected = "a string" })
        elseif values.is_blank(value) then
          report:at(bundle.info, key, "the usage description is empty", {
            expected = "a sentence that states the reason",
            fix = "write what the permission prompt should say, or remove the key if nothing asks for access",
          })
        elseif usage_keys.is_placeholder(key, value) then
          report:at(bundle.info, key, "the usage description '%s' is a placeholder", value, {
            expected = "a sentence that states the reason", fix = "write what the permission prompt should say",
          })
        -- unresolved-variables reports a variable.
        elseif usage_keys.is_word(value) and not values.has_variable(value) then
          report:at(bundle.info, key, "the usage description '%s' is a single word, which does not state a reason", value, {
            expected = "a sentence that states the reason", fix = "write what the permission prompt should say", severity = "warning",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { info = { NSCameraUsageDescription = "To take pictures of receipts.", NSRemindersUsageDescription = "To fill your TODO list." } },
      { info = { ["com.example.NSUsageDescription"] = "", NSCameraUsageDescriptionStyle = "" } },
      { info = { NSRemindersUsageDescription = "TODOist syncs your reminders." } },
      -- unresolved-variables reports the variable.
      { info = { NSCameraUsageDescription = "$(CAMERA)" } },
      { info = {
        NSCameraUsageDescription = "用于扫描二维码", NSRemindersUsageDescription = "Lists lorem and ipsum",
        NSContactsUsageDescription = "TBDs go here",
      } },
      { info = { NSCameraUsageDescription = "To mark FIXME notes.", NSRemindersUsageDescription = "Dates that are TBD are shown." } },
    },
    fail = {
      { info = { NSCameraUsageDescription = "" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = " " }, at = "/NSCameraUsageDescription" },
      { info = { NSMicrophoneUsageDescription = true }, at = "/NSMicrophoneUsageDescription" },
      { info = { NSCameraUsageDescription = "TODO" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "TODO: write" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = " FIXME later" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "TBD, please" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "Camera" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = " needed. " }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "Lorem ipsum dolor" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "NSCameraUsageDescription" }, at = "/NSCameraUsageDescription" },
    },
  },
}
