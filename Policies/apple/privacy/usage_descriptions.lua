rule "usage-descriptions" {
  summary   = "A usage description must say in a sentence why the app asks for access",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects an empty or placeholder text.",
  source    = { "Information Property List Key Reference: Protected resources", "ITMS-90683", "App Store Review Guidelines 5.1.1" },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for key, value in pairs(bundle.info) do
      if key:find("^NS.*UsageDescription$") then
        if type(value) ~= "string" then
          report:at(bundle.info, key, "the type of the usage description is %s, not string", plist.type(value), { expected = "a string" })
        elseif not value:find("%S") then
          report:at(bundle.info, key, "the usage description is empty", {
            expected = "a sentence that states the reason", fix = "write such a sentence, or remove the key if nothing asks for access",
          })
        elseif value:find("^%s*TODO%f[^%w]") or value:lower():find("lorem ipsum") or value == key then
          report:at(bundle.info, key, "the usage description '%s' is a placeholder", value, {
            expected = "a sentence that states the reason", fix = "replace it with such a sentence",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { NSCameraUsageDescription = "To take pictures of receipts.", NSRemindersUsageDescription = "To fill your TODO list." } },
      { info = { ["com.example.NSUsageDescription"] = "", NSCameraUsageDescriptionStyle = "" } },
      { info = { NSRemindersUsageDescription = "TODOist syncs your reminders." } },
      -- unresolved-variables reports the variable.
      { info = { NSCameraUsageDescription = "$(CAMERA)" } },
    },
    fail = {
      { info = { NSCameraUsageDescription = "" } }, { info = { NSCameraUsageDescription = " " } },
      { info = { NSMicrophoneUsageDescription = true } }, { info = { NSCameraUsageDescription = "TODO" } },
      { info = { NSCameraUsageDescription = "TODO: write" } },
      { info = { NSCameraUsageDescription = "Lorem ipsum dolor" } },
      { info = { NSCameraUsageDescription = "NSCameraUsageDescription" } },
    },
  },
}
