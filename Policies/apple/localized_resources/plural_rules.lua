local elsewhere = import "apple.elsewhere"
local loctables = import "apple.localized_resources.loctables"
local values = import "apple.values"

-- Keys of an entry with other rules than plural rules, or with both.
local other_rules = { "NSStringVariableWidthRuleType", "NSStringDeviceSpecificRuleType" }

-- The names of the variables in a format such as "%#@files@ in %#@folders@".
local function variables(format)
  local result = {}
  for name in format:gmatch("%%%d*%$?#@([^@]+)@") do result[#result + 1] = name end
  return result
end

local categories = { "zero", "one", "two", "few", "many", "other" }
local is_category = {}
for _, category in ipairs(categories) do is_category[category] = true end

-- The type that a format of C reads: an object, a real number or an integer; nil for anything else.
local function reads(conversion)
  if conversion == "@" then return "an object" end
  if conversion:find("[AeEfFgG]") then return "a real number" end
  return conversion:find("[diouxXcC]") and "an integer" or nil
end

-- The type of a variable's value, by NSStringFormatValueTypeKey, such as `lu`; nil if that is not a type.
local function kind_of(value_type)
  local conversion = type(value_type) == "string" and value_type:match("^[hlqjztL]*([@%a])$")
  return conversion and reads(conversion)
end

-- The type that a form's first conversion without a position reads, which takes the value of the variable, and the conversion as written.
local function first_of(form)
  local text = form:gsub("%%%%", " ")
  for written, flags, conversion in text:gmatch("(%%([%d$#+ '.*-]*)[hlqjztL]*([@%a]))") do
    -- Others have a position, or stand for another variable.
    if not flags:find("[$#]") then return reads(conversion), written end
  end
  return nil
end

-- The forms of a variable, and the other variables that they use.
local function judge_forms(report, entry, rules, name)
  local value_type = rules.NSStringFormatValueTypeKey
  local kind = kind_of(value_type)
  if value_type ~= nil and not kind then
    report:at(rules, "NSStringFormatValueTypeKey", "'%s' is not the type of a number", tostring(value_type), {
      expected = "what follows the % in a format, such as d or lu", fix = "write d for integers, or f for real numbers",
    })
  end
  for key in pairs(rules) do
    if not is_category[key] and not key:find("^NSString") then
      report:at(rules, key, "'%s' is not a plural category: the form is never used", key, {
        expected = table.concat(categories, ", "), fix = "correct the name of the category", severity = "warning",
      })
    end
  end
  for _, category in ipairs(categories) do
    local form = rules[category]
    local read, written = nil, nil
    if type(form) == "string" then read, written = first_of(form) end
    if kind and read and read ~= kind then
      report:at(rules, category, "'%s' formats %s, but the variable '%s' is %s: the app crashes or shows nonsense", written, read, name,
        kind, {
        expected = "a format for " .. kind .. ", such as %" .. value_type, fix = "write the format of NSStringFormatValueTypeKey",
      })
    end
    for _, other in ipairs(type(form) == "string" and variables(form) or {}) do
      if plist.type(entry[other]) ~= "dictionary" then
        report:at(rules, category, "the form uses the variable '%s', which has no rules", other, {
          expected = "a dictionary with the rules of " .. other, fix = "add it, or correct the form",
        })
      end
    end
  end
end

local function has_forms(rules)
  for _, category in ipairs(categories) do
    if rules[category] ~= nil then return true end
  end
  return false
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
    elseif rules.NSStringFormatSpecTypeKey == nil and has_forms(rules) then
      report:missing(rules, "NSStringFormatSpecTypeKey", "the rules of the variable '%s' have no NSStringFormatSpecTypeKey", name, {
        expected = "NSStringPluralRuleType", fix = "add NSStringFormatSpecTypeKey with the value NSStringPluralRuleType",
      })
      if rules.NSStringFormatValueTypeKey == nil then
        report:missing(rules, "NSStringFormatValueTypeKey", "the rules of the variable '%s' have no NSStringFormatValueTypeKey", name, {
          expected = "the type of the number, such as d", fix = "add NSStringFormatValueTypeKey",
        })
      end
    elseif rules.NSStringFormatSpecTypeKey == "NSStringPluralRuleType" then
      for _, key in ipairs { "NSStringFormatValueTypeKey", "other" } do
        if rules[key] == nil then
          report:missing(rules, key, "the rules of the variable '%s' have no %s", name, key, {
            expected = key == "other" and "a string for all other numbers" or "the type of the number, such as d", fix = "add " .. key,
          })
        end
      end
      judge_forms(report, entry, rules, name)
    end
  end
end

-- For the examples.
local function with(inner, key)
  local path = "Contents/Resources/en.lproj/Localizable.stringsdict"
  local places = key and {} or nil
  for _, one in ipairs(type(key) == "string" and { key } or key or {}) do places[#places + 1] = path .. ":/files/" .. one end
  return {
    files = { [path] = "<plist><dict><key>files</key><dict>" .. inner .. "</dict></dict></plist>" },
    at = places,
  }
end
local format = "<key>NSStringLocalizedFormatKey</key><string>%1$#@n@</string>"
local function rules(inner)
  return format .. "<key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>" .. inner .. "</dict>"
end
local function form(value_type, key, text)
  return rules("<key>NSStringFormatValueTypeKey</key><string>" .. value_type .. "</string><key>" .. key .. "</key><string>" .. text
    .. "</string>" .. (key == "other" and "" or "<key>other</key><string>n</string>"))
end
local value, other = "<key>NSStringFormatValueTypeKey</key><string>d</string>", "<key>other</key><string>%d</string>"

local combined_path = "Contents/Resources/Localizable.loctable"
local function combined(inner, at)
  return { files = { [combined_path] = "<plist><dict>" .. inner .. "</dict></plist>" }, at = at and combined_path .. ":" .. at }
end

rule "plural-rules" {
  summary   = "A string with plural rules must have a format, the rules of its variables, and forms that fit the number",
  severity  = "error",
  rationale = "With an incomplete entry, the app shows the format itself, such as %#@count@, or crashes; so it does if a form formats the "
    .. "number as something else.",
  source    = "Internationalization and Localization Guide: Handling Noun Plurals and Units of Measurement",
  tags      = { "S9" },
  applies   = { files = { "**/*.stringsdict", "**/*.loctable" } },
  check     = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    for _, path in ipairs(bundles.walk(bundle, place .. "*.lproj/*.stringsdict")) do
      -- Files that cannot be read are reported by tables-parse and strings-parse.
      local texts = not bundles.problem(bundle, path) and bundles.read(bundle, path)
      for _, entry in pairs(values.dictionary(texts)) do
        if plist.type(entry) == "dictionary" then judge(report, entry) end
      end
    end
    for _, file in ipairs(loctables(bundle)) do
      for _, texts in pairs(file.languages) do
        for _, entry in pairs(texts) do
          if plist.type(entry) == "dictionary" then judge(report, entry) end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "settings", files = { ["en.lproj/A.stringsdict"] = "<plist><dict><key>a</key><dict/></dict></plist>" } },
      {}, with(rules(value .. other)), with(form("li", "one", "%1$@ has %li files, 100%%@")), with(form("lf", "one", "%.1f of %2$d")),
      with(form("@", "one", "%@")), with(form("d", "one", "%arg file")), with(form("d", "one", "%d of %#@n@")),
      with(form("u", "few", "no")), with(form("li", "one", "100%%@")),
      with(form("hhx", "two", "%x %@")),
      with(format .. "<key>n</key><dict>" .. value .. "</dict>"),
      with "<key>NSStringVariableWidthRuleType</key><dict/>",
      with "<key>NSStringDeviceSpecificRuleType</key><dict/>",
      with "<key>NSStringLocalizedFormatKey</key><string>none</string>", with "<key>NSStringLocalizedFormatKey</key><true/>",
      with(format .. "<key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringDeviceSpecificRuleType</string></dict>"),
      { files = { ["Contents/Resources/en.lproj/Localizable.stringsdict"] = "<plist>" } },
      combined("<key>en</key><dict><key>a</key><string>%#@n@</string></dict>"), { files = { [combined_path] = "<plist>" } },
      combined("<key>LocProvenance</key><dict><key>en</key><dict/></dict><key>en</key><string>a</string>"),
      { files = {
        ["Contents/Resources/en.lproj/Localizable.stringsdict"] = "<plist><dict><key>a</key><string>b</string></dict></plist>",
      } },
    },
    fail = {
      combined("<key>en</key><dict><key>files</key><dict>" .. format .. "</dict></dict>", "/en/files/n"),
      elsewhere(with(format), { kind = "extension", at = with(format, "n").at }),
      elsewhere(with(format), { kind = "plugin", at = with(format, "n").at }),
      with(form("d", "tow", "%d files"), "n/tow"), with(form("d", "Other", "%d files"), "n/Other"),
      with(form("d", "otherNSString", "%d files"), "n/otherNSString"),
      with(form("li", "one", "%@ file"), "n/one"), with(form("li", "other", "%2$d %#@n@ %@"), "n/other"),
      with(form("d", "many", "%f"), "n/many"),
      with(form("@", "zero", "%d"), "n/zero"), with(form("lg", "two", "%5.2ld"), "n/two"),
      with(form("x y", "one", "a"), "n/NSStringFormatValueTypeKey"),
      with(form("s", "one", "a"), "n/NSStringFormatValueTypeKey"), with(form("%d", "one", "a"), "n/NSStringFormatValueTypeKey"),
      with(form("d", "few", "%d in %#@folders@"), "n/few"),
      with(format .. "<key>n</key><dict>" .. value .. other .. "</dict>", "n/NSStringFormatSpecTypeKey"),
      with(format .. "<key>n</key><dict>" .. other .. "</dict>", { "n/NSStringFormatSpecTypeKey", "n/NSStringFormatValueTypeKey" }),
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
