local values = import "apple.values"

-- Keys of an entry with other rules than plural rules, or with both.
local other_rules = { "NSStringVariableWidthRuleType", "NSStringDeviceSpecificRuleType" }

-- The names of the variables in a format such as "%#@files@ in %#@folders@".
local function variables(format)
  local result = {}
  for name in format:gmatch("%%%d*%$?#@([^@]+)@") do result[#result + 1] = name end
  return result
end

local function judge(report, entry)
  local format = entry.NSStringLocalizedFormatKey
  if format == nil then
    for _, key in ipairs(other_rules) do
      if entry[key] ~= nil then return end
    end
    report:missing(entry, "NSStringLocalizedFormatKey", "the entry has no NSStringLocalizedFormatKey", {
      expected = "a format such as %#@count@", fix = "add NSStringLocalizedFormatKey",
    })
    return
  end
  for _, name in ipairs(type(format) == "string" and variables(format) or {}) do
    local rules = entry[name]
    if plist.type(rules) ~= "dictionary" then
      report:missing(entry, name, "the format names the variable '%s', which has no rules", name, {
        expected = "a dictionary with the rules of " .. name, fix = "add it, or correct the format",
      })
    elseif rules.NSStringFormatSpecTypeKey == "NSStringPluralRuleType" then
      for _, key in ipairs { "NSStringFormatValueTypeKey", "other" } do
        if rules[key] == nil then
          report:missing(rules, key, "the rules of the variable '%s' have no %s", name, key, {
            expected = key == "other" and "a string for all other numbers" or "the type of the number, such as d", fix = "add " .. key,
          })
        end
      end
    end
  end
end

-- For the examples.
local function with(inner, key)
  local path = "Contents/Resources/en.lproj/Localizable.stringsdict"
  return {
    files = { [path] = "<plist><dict><key>files</key><dict>" .. inner .. "</dict></dict></plist>" },
    at = key and path .. ":/files/" .. key,
  }
end
local format = "<key>NSStringLocalizedFormatKey</key><string>%1$#@n@</string>"
local function rules(inner)
  return format .. "<key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>" .. inner .. "</dict>"
end
local value, other = "<key>NSStringFormatValueTypeKey</key><string>d</string>", "<key>other</key><string>%d</string>"

rule "plural-rules" {
  summary   = "A string with plural rules must have a format, the rules of its variables, and a form for other numbers",
  severity  = "warning",
  rationale = "With an incomplete entry, the app shows the format itself, such as %#@count@, or crashes.",
  source    = "Internationalization and Localization Guide: Handling Noun Plurals and Units of Measurement",
  tags      = { "S9" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, files = "**/*.stringsdict" },
  check     = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    for _, path in ipairs(bundles.walk(bundle, place .. "*.lproj/*.stringsdict")) do
      -- Files that cannot be read are reported by tables-parse and strings-parse.
      local texts = not bundles.problem(bundle, path) and bundles.read(bundle, path)
      for _, entry in pairs(values.dictionary(texts)) do
        if plist.type(entry) == "dictionary" then judge(report, entry) end
      end
    end
  end,
  examples  = {
    pass = {
      {}, with(rules(value .. other)), with "<key>NSStringVariableWidthRuleType</key><dict/>",
      with "<key>NSStringDeviceSpecificRuleType</key><dict/>",
      with "<key>NSStringLocalizedFormatKey</key><string>none</string>", with "<key>NSStringLocalizedFormatKey</key><true/>",
      with(format .. "<key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringDeviceSpecificRuleType</string></dict>"),
      { files = { ["Contents/Resources/en.lproj/Localizable.stringsdict"] = "<plist>" } },
      { files = {
        ["Contents/Resources/en.lproj/Localizable.stringsdict"] = "<plist><dict><key>a</key><string>b</string></dict></plist>",
      } },
    },
    fail = {
      with("<key>n</key><dict/>", "NSStringLocalizedFormatKey"), with(format, "n"), with(rules(value), "n/other"),
      with(rules(other), "n/NSStringFormatValueTypeKey"),
      {
        platform = "ios", files = { ["en.lproj/A.stringsdict"] = "<plist><dict><key>a</key><dict/></dict></plist>" },
        at = "en.lproj/A.stringsdict:/a/NSStringLocalizedFormatKey",
      },
      {
        kind = "framework", files = { ["Versions/A/Resources/en.lproj/A.stringsdict"] = "<plist><dict><key>a</key><dict/></dict></plist>" },
        at = "Versions/A/Resources/en.lproj/A.stringsdict:/a/NSStringLocalizedFormatKey",
      },
    },
  },
}
