local conversions = import "apple.localized_resources.conversions"
local folders = import "apple.localized_resources.folders"
local loctables = import "apple.localized_resources.loctables"

local function compare(report, language, format, translated, node, key)
  if type(translated) ~= "string" then return end
  local index, read, passed = conversions.crash(format, translated)
  if index then
    report:at(node, key, "for '%s', the text of '%s' reads argument %d as %s, but the app passes %s: it crashes", language, key, index,
      read, passed, {
      expected = "the conversions of " .. format, fix = "correct the translation; to change the order, number the arguments: %2$@",
    })
  end
end

-- The texts of a table; nil if it cannot be read, which tables-parse reports.
local function texts(bundle, name, language)
  local is_read, strings = pcall(bundles.strings, bundle, name, language)
  return is_read and strings or nil
end

-- The texts with conversions, by key: no others matter, and most tables have none.
local function formats(dictionary, text_of)
  local result = {}
  for key, entry in pairs(dictionary) do
    local text = text_of(entry)
    if type(text) == "string" and text:find("%", 1, true) then result[key] = text end
  end
  return result
end

local function value_of(entry) return entry.value end
local function itself(text) return text end

-- For the examples.
local function app(english, german, is_failing)
  return {
    localizations = { en = { Localizable = { a = english } }, de = { Localizable = { a = german } } },
    at = is_failing and "Contents/Resources/de.lproj/Localizable.strings:/a",
  }
end
local path = "Contents/Resources/Localizable.loctable"

rule "formats-agree" {
  summary   = "Translated formats must not read an object where the text of the development language formats a number",
  severity  = "error",
  rationale = "A format reads its arguments as it names them. If the translation reads a number as an object or a C string, mostly because "
    .. "the order of the words changed, the app crashes for those who use that language.",
  source    = { "String Programming Guide: String Format Specifiers", "Localizing strings that contain plurals" },
  applies   = { files = { "**/*.lproj", "**/*.loctable" } },
  check     = function(bundle, report)
    local there = folders.all(bundle)
    local source = folders.source(bundle, there)
    for _, own_path in ipairs(source and bundles.walk(bundle, there[source] .. "/*.strings") or {}) do
      local name = own_path:match("([^/]+)%.strings")
      local own
      for language, folder in pairs(there) do
        if language ~= source and bundles.exists(bundle, folder .. "/" .. name .. ".strings") then
          own = own or formats(texts(bundle, name, source) or {}, value_of)
          local other = next(own) and texts(bundle, name, language) or {}
          for key, format in pairs(own) do
            local entry = other[key]
            if entry then compare(report, language, format, entry.value, entry.node, entry.key) end
          end
        end
      end
    end
    for _, file in ipairs(loctables(bundle)) do
      local from = folders.source(bundle, file.languages)
      local own = from and formats(file.languages[from], itself) or {}
      for language, translated in pairs(next(own) and file.languages or {}) do
        for key, format in pairs(own) do
          compare(report, language, format, translated[key], translated, key)
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app("%d of %@", "%2$@ von %1$d"), app("%d of %@", "%d von %@"), app("%@", "%d"), app("50 % off", "50 %@"), app("%@", "x"),
      app("x", "%@"), app("%d", "%.1f"), { localizations = { de = { A = { a = "%d" } }, fr = { A = { a = "%@" } } } },
      { localizations = { en = { A = { a = "%d" } } }, files = { ["Contents/Resources/de.lproj/A.strings"] = '"a" = ' } },
      { localizations = { de = { A = { a = "%@" } } }, files = { ["Contents/Resources/en.lproj/A.strings"] = '"a" = ' } },
      { files = { [path] = "{ en = { a = \"%d\"; b = \"%d\"; }; de = { a = \"%d\"; }; }" } },
      { files = { [path] = "{ en = { a = { b = \"%d\"; }; }; de = { a = { b = \"%@\"; }; }; }" } },
      { files = { [path] = "{ fr = { a = \"%d\"; }; de = { a = \"%@\"; }; }" } },
    },
    fail = {
      app("%d of %@", "%@ von %d", true), app("%.1f", "%@", true), app("%d", "%s", true), app("%1$@ %2$ld", "%2$@ %1$@", true),
      { files = { [path] = "{ en = { a = \"%d\"; }; de = { a = \"%@\"; }; }" }, at = path .. ":/de/a" },
      {
        kind = "framework", localizations = { en = { A = { a = "%d" } }, de = { A = { a = "%@" } } },
        at = "Resources/de.lproj/A.strings:/a",
      },
    },
  },
}
