rule "usage-descriptions" {
  summary   = "Whoever is asked for access is told why, in a sentence",
  severity  = "error",
  rationale = "The system ends an application that asks without a reason, and the store refuses an empty or made-up one.",
  source    = { "Information Property List Key Reference: Protected resources", "ITMS-90683", "App Store Review Guidelines 5.1.1" },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for key, value in pairs(bundle.info) do
      if key:find("^NS.*UsageDescription$") then
        if type(value) ~= "string" then
          report:at(bundle.info, key, "the reason is a %s, not a sentence", plist.type(value), { expected = "a string" })
        elseif not value:find("%S") then
          report:at(bundle.info, key, "the reason is empty", {
            expected = "a sentence that says what for", fix = "write it, or take the key away if nothing asks for access",
          })
        elseif value:find("^%s*TODO%f[^%w]") or value:lower():find("lorem ipsum") or value == key then
          report:at(bundle.info, key, "the reason '%s' is a placeholder", value, {
            expected = "a sentence that says what for", fix = "write it",
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
      -- The variable is unresolved-variables' finding.
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
