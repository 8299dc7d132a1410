local conversions = import "apple.localized_resources.conversions"
local folders = import "apple.localized_resources.folders"
local loctables = import "apple.localized_resources.loctables"
local values = import "apple.values"

-- Returns the problem of a translated format, or nil if it reads the same arguments.
local function difference(format, translated)
  local wanted, found = conversions.arguments(format), conversions.arguments(translated)
  for index, kind in pairs(wanted) do
    if not found[index] then return ("it does not show argument %d"):format(index) end
    if found[index] ~= kind then return ("it reads argument %d as %s instead of %s"):format(index, found[index], kind) end
  end
  for index, kind in pairs(found) do
    if not wanted[index] then return ("it reads %s as argument %d, which does not exist"):format(kind, index) end
  end
  return nil
end

-- The texts of a table; nil if it cannot be read, which tables-parse reports.
local function texts(bundle, name, language)
  local is_read, strings = pcall(bundles.strings, bundle, name, language)
  return is_read and strings or nil
end

local function compare(report, path, language, own, other)
  local missing, extra, first_missing, first_extra = 0, 0, nil, nil
  for key, entry in pairs(own) do
    local translated = other[key]
    if not translated then
      missing, first_missing = missing + 1, first_missing or key
    elseif type(entry.value) == "string" and type(translated.value) == "string" then
      local what = difference(entry.value, translated.value)
      if not values.is_blank(entry.value) and values.is_blank(translated.value) then
        report:at(translated.node, translated.key, "the text of '%s' is empty for '%s'", key, language, {
          expected = "a translation", fix = "translate it",
        })
      -- The rule formats-agree reports formats that crash the app.
      elseif what and not conversions.crash(entry.value, translated.value) then
        report:at(translated.node, translated.key, "the format of '%s' differs for '%s': %s", key, language, what, {
          expected = "the conversions of " .. entry.value, fix = "correct the translation", severity = "warning",
        })
      end
    end
  end
  for key in pairs(other) do
    if not own[key] then extra, first_extra = extra + 1, first_extra or key end
  end
  local parts = {}
  if missing > 0 then
    table.insert(parts, ("%d text%s not exist for '%s', such as '%s'"):format(missing, missing == 1 and " does" or "s do", language,
      first_missing))
  end
  if extra > 0 then
    table.insert(parts, ("%d text%s only for '%s', such as '%s'"):format(extra, extra == 1 and " exists" or "s exist", language,
      first_extra))
  end
  if #parts > 0 then
    report:file(path, "%s", table.concat(parts, "; "), {
      expected = "the keys of the development language",
      fix = missing > 0 and "translate what is missing" or "remove what nothing uses, or correct the keys", discriminator = language,
    })
  end
end

-- The texts of a language in a combined table, in the form that bundles.strings returns for a file.
local function entries(dictionary)
  local result = {}
  for key, value in pairs(dictionary) do result[key] = { value = value, node = dictionary, key = key } end
  return result
end

-- A table that contains all languages: those that it lacks, and what they lack.
local function judge_combined(bundle, report, file, there)
  local source, exists = folders.source(bundle, file.languages), {}
  if not source then return end
  local own, name = entries(file.languages[source]), file.path:match("([^/]+)%.loctable")
  for language, translated in pairs(file.languages) do
    exists[locale.language(language) or language] = true
    if language ~= source and language ~= "Base" and not language:find("[-_]") then
      compare(report, file.path, language, own, entries(translated))
    end
  end
  for language, folder in pairs(there) do
    if language ~= "Base" and not exists[locale.language(language) or language]
      and not bundles.exists(bundle, folder .. "/" .. name .. ".strings") then
      report:file(file.path, "the table has no texts for the language '%s' of the app", language, {
        expected = "all languages of the app", fix = "translate the table", discriminator = language,
      })
    end
  end
end

-- For the examples.
local function combined(text, at, changes)
  local path = "Contents/Resources/Localizable.loctable"
  local result = { files = { [path] = text }, at = at and path .. (at == true and "" or at) }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
local function texts_of(english, french) return { localizations = { en = { Localizable = english }, fr = { Localizable = french } } } end
-- An example whose finding is about the French table, or a key in it.
local function differ(english, french, key, message)
  local example = texts_of(english, french)
  example.message = message
  example.at = "Contents/Resources/fr.lproj/Localizable.strings" .. (key and ":/" .. key or "")
  return example
end

rule "tables-agree" {
  summary   = "Translated texts must have the keys and formats of the development language",
  severity  = "note",
  rationale = "A text that one language lacks appears as its key there. A format that reads an argument of another type shows nonsense, "
    .. "or crashes the app.",
  source    = { "Resource Programming Guide: Strings Resources", "String Programming Guide: String Format Specifiers" },
  tags      = { "S9" },
  applies   = { kind = "application", files = { "**/*.lproj", "**/*.loctable" } },
  check     = function(bundle, report)
    local there = folders.all(bundle)
    local source = folders.source(bundle, there)
    for _, path in ipairs(source and bundles.walk(bundle, there[source] .. "/*.strings") or {}) do
      local name = path:match("([^/]+)%.strings")
      -- Tables of a nib translate what is in the nib; same-keys compares InfoPlist.strings.
      local is_of_nib = bundles.resource(bundle, name, "nib") or bundles.resource(bundle, name, "storyboardc")
      local own = name ~= "InfoPlist" and not is_of_nib and texts(bundle, name, source)
      for language, folder in pairs(own and there or {}) do
        -- A region contains only what differs from its language.
        local is_compared = language ~= source and language ~= "Base" and not language:find("[-_]")
          and bundles.exists(bundle, folder .. "/" .. name .. ".strings")
        local other = is_compared and texts(bundle, name, language)
        if other then compare(report, folder .. "/" .. name .. ".strings", language, own, other) end
      end
    end
    for _, file in ipairs(loctables(bundle)) do judge_combined(bundle, report, file, there) end
  end,
  examples  = {
    pass = {
      {}, texts_of({ a = "b" }, { a = "c" }), texts_of({ a = "%@ of %d" }, { a = "%2$d sur %1$@" }),
      texts_of({ a = "100%% of %d, 5 % discount" }, { a = "%ld %% à 5 % de" }),
      texts_of({ a = "" }, { a = "" }), texts_of({ a = "%.2f %5d" }, { a = "%g %u" }),
      texts_of({ a = "%y" }, { a = "x" }), texts_of({ a = "100%%d" }, { a = "x" }),
      { localizations = {
        en = { Localizable = { a = "b" }, InfoPlist = { CFBundleName = "x" } }, fr = { InfoPlist = { CFBundleDisplayName = "x" } },
        ["fr-CA"] = { Localizable = { c = "d" } }, Base = { Localizable = { c = "d" } },
      } },
      {
        localizations = { en = { Main = { a = "b" } }, fr = { Main = { c = "d" } } },
        files = { ["Contents/Resources/Base.lproj/Main.nib"] = "x" },
      },
      {
        localizations = { en = { Main = { a = "b" } }, fr = { Main = { c = "d" } } },
        files = { ["Contents/Resources/Base.lproj/Main.storyboardc/Info.plist"] = "{}" },
      },
      { localizations = { de = { A = { a = "b" } }, fr = { A = { c = "d" } } } },
      combined("{ en = { a = b; }; fr = { a = c; }; \"fr-CA\" = {}; Base = {}; LocProvenance = {}; }"),
      combined("{ en = { a = b; }; fr = { a = c; }; }", nil, { localizations = { ["fr-CA"] = { Other = { a = "b" } } } }),
      combined("{ de = { a = b; }; fr = { c = d; }; }"), combined("{ en = { a = { x = y; }; }; fr = { a = c; }; }"),
      combined("{ en = { a = b; }; fr_CA = { a = c; }; }", nil, { localizations = {
        fr = { Other = { a = "b" } }, Base = { Other = { a = "b" } }, de = { Localizable = { a = "b" } },
      } }),
      { localizations = { en = { A = { a = "b" } } }, files = { ["Contents/Resources/fr.lproj/A.strings"] = '"a" = ' } },
      { localizations = { fr = { A = { a = "b" } } }, files = { ["Contents/Resources/en.lproj/A.strings"] = '"a" = ' } },
    },
    fail = {
      combined("{ en = { a = b; }; fr = {}; }", true), combined("{ en = { a = \"%@\"; }; fr = { a = \"%d\"; }; }", ":/fr/a"),
      combined("{ en = {}; fr = { a = b; }; de = { a = b; }; }", true, { count = 2 }),
      combined("{ en = { a = b; }; }", true, { localizations = { fr = { Other = { a = "b" } } } }),
      differ({ a = "b" }, {}, nil, "1 text does not exist for 'fr', such as 'a'"),
      differ({ a = "b", c = "d" }, {}, nil, "2 texts do not exist for 'fr', such as 'a'"),
      differ({ a = "b" }, { a = "b", c = "d" }, nil, "1 text exists only for 'fr', such as 'c'"),
      differ({ a = "b" }, { a = "b", c = "d", e = "f" }, nil, "2 texts exist only for 'fr', such as 'c'"),
      differ({ a = "b" }, { c = "d" }, nil, "such as 'a'; 1 text exists only"), differ({ a = "b" }, { a = " " }, "a"),
      differ({ a = "%@" }, { a = "%d" }, "a", "it reads argument 1 as an integer instead of an object"),
      differ({ a = "%@" }, { a = "x" }, "a", "it does not show argument 1"),
      differ({ a = "x" }, { a = "%s" }, "a", "it reads a C string as argument 1, which does not exist"),
      differ({ a = "%1$@ %2$d" }, { a = "%1$d %2$d" }, "a"), differ({ a = "%f" }, { a = "%p" }, "a"),
      differ({ a = "%1000$@" }, { a = "x" }, "a"),
      {
        info = { CFBundleDevelopmentRegion = "German" }, localizations = { de = { A = { a = "b" } }, fr = { A = {} } },
        at = "Contents/Resources/fr.lproj/A.strings",
      },
      {
        info = { CFBundleDevelopmentRegion = "pt_BR" }, localizations = { ["pt-BR"] = { A = { a = "b" } }, fr = { A = {} } },
        at = "Contents/Resources/fr.lproj/A.strings",
      },
      {
        info = { CFBundleDevelopmentRegion = "de-AT" }, localizations = { de = { A = { a = "b" } }, fr = { A = {} } },
        at = "Contents/Resources/fr.lproj/A.strings",
      },
      {
        without = "CFBundleDevelopmentRegion", localizations = { en = { A = { a = "b" } }, fr = { A = {} } },
        at = "Contents/Resources/fr.lproj/A.strings",
      },
    },
  },
}
