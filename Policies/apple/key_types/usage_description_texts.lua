local info_strings = import "apple.localization.info_strings"
local values = import "apple.values"
local usage_keys = import "apple.key_types.usage_keys"

local details = {
  expected = "a sentence that states the reason in words that users understand",
  fix = "write the sentence that the permission prompt shows",
}

local function judge(report, node, key)
  local value = node[key]
  if type(value) ~= "string" then
    report:at(node, key, "%s is not a string", key, details)
  elseif values.is_blank(value) then
    report:at(node, key, "%s is blank", key, details)
  elseif usage_keys.is_placeholder(key, value) then
    report:at(node, key, "%s is the placeholder '%s'", key, value, details)
  end
end

-- Returns the problem of a string that replaces the reason from Info.plist in one language, or nil.
local function problem(key, text)
  if type(text) ~= "string" then return nil end
  if values.is_blank(text) then return "is blank" end
  if usage_keys.is_placeholder(key, text) then return "is a placeholder" end
  -- Builds do not replace variables in strings files.
  return values.has_variable(text) and "contains a build variable" or nil
end

local function judge_languages(bundle, report)
  for _, text in ipairs(info_strings.all(bundle, { contains = "UsageDescription" })) do
    local what = usage_keys.has(text.key) and problem(text.key, text.value)
    if what then report:at(text.node, text.key, "%s %s for '%s'", text.key, what, text.language, details) end
  end
end

rule "usage-description-texts" {
  summary   = "Every usage description must be a string that is neither blank nor a placeholder",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects the upload.",
  source    = { "ITMS-90683", "Bundle Resources: Information Property List" },
  tags      = { "S3", "ITMS-90683", "ITMS-90738" },
  check     = function(bundle, report)
    local has_purposes = bundle.kind == "application" or bundle.kind == "extension"
    for _, key in ipairs(plist.keys(bundle.info, "UsageDescription")) do
      local base = keys.split(key).base
      if base == "NSLocationTemporaryUsageDescriptionDictionary" then
        local reasons = bundle.info[key]
        if plist.type(reasons) ~= "dictionary" then
          report:at(bundle.info, key, "%s is not a dictionary", key, { expected = "a dictionary of reasons by purpose", fix = details.fix })
        end
        for purpose in pairs(values.dictionary(reasons)) do judge(report, reasons, purpose) end
      else
        -- usage-descriptions checks the unqualified ones of apps and extensions more closely.
        local is_usual = base:find("^NS%w+UsageDescription$")
        if (usage_keys.has(base) or is_usual) and not (has_purposes and is_usual and key == base) then judge(report, bundle.info, key) end
      end
    end
    if has_purposes then judge_languages(bundle, report) end
  end,
  examples  = {
    pass = {
      { localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "Pour lire les codes", CFBundleName = " " } } } },
      { kind = "plugin", localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "" } } } },
      { platform = "ios", info = { NSCameraUsageDescription = "To scan codes", NFCReaderUsageDescription = "To read tags" } },
      {
        platform = "ios",
        info = { NSLocationTemporaryUsageDescriptionDictionary = { Map = "To show you on the map" }, UsageDescription = "" },
      },
      { kind = "plugin", info = { ["com.example.NSFutureUsageDescription"] = "", NSFutureUsageDescriptionStyle = "" } },
      { info = { UsageDescription = {} } }, { info = { NSCameraUsageDescription = "" } },
      { kind = "extension", info = { NSCameraUsageDescription = "" } },
    },
    fail = {
      {
        platform = "ios", localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "  " } } },
        at = "fr.lproj/InfoPlist.strings:/NSCameraUsageDescription",
      },
      {
        platform = "ios", localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "TODO traduire" } } },
        at = "fr.lproj/InfoPlist.strings:/NSCameraUsageDescription",
      },
      {
        platform = "ios", localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "$(PRODUCT_NAME) lit les codes" } } },
        at = "fr.lproj/InfoPlist.strings:/NSCameraUsageDescription",
      },
      { platform = "ios", info = { NFCReaderUsageDescription = "NFCReaderUsageDescription" }, at = "/NFCReaderUsageDescription" },
      { kind = "plist", info = { NSCameraUsageDescription = " " }, at = "/NSCameraUsageDescription" },
      { kind = "plugin", info = { NSMicrophoneUsageDescription = true }, at = "/NSMicrophoneUsageDescription" },
      { platform = "ios", info = { NFCReaderUsageDescription = "" }, at = "/NFCReaderUsageDescription" },
      { platform = "ios", info = { ["NSCameraUsageDescription~ipad"] = "" }, at = "/NSCameraUsageDescription~0ipad" },
      { kind = "plist", info = { NSFutureUsageDescription = "" }, at = "/NSFutureUsageDescription" },
      {
        platform = "ios", info = { NSLocationTemporaryUsageDescriptionDictionary = { Map = "" } },
        at = "/NSLocationTemporaryUsageDescriptionDictionary/Map",
      },
      {
        platform = "ios", info = { NSLocationTemporaryUsageDescriptionDictionary = "To show you on the map" },
        at = "/NSLocationTemporaryUsageDescriptionDictionary",
      },
    },
  },
}
