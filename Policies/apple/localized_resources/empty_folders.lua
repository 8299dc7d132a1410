local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- Whether something of the app is in a folder: files whose names start with a period do not count.
local function is_filled(bundle, path)
  for _, file in ipairs(bundles.files(bundle, path .. "/**")) do
    if file.type ~= "directory" and not file.path:match("[^/]*$"):find("^%.") then return true end
  end
  return false
end

local function folder(name, text)
  return "Contents/Resources/" .. name .. ".lproj", text and "/Localizable.strings" or ""
end

-- For the examples.
local function languages(filled, empty, at)
  local files = {}
  for _, name in ipairs(filled) do
    local path, file = folder(name, true)
    files[path .. file] = '"a" = "b";'
  end
  for _, name in ipairs(empty) do files[folder(name)] = { directory = true } end
  return { files = files, at = at and folder(at) }
end

rule "empty-language-folders" {
  summary   = "A folder of a language must not be empty if there is a folder with texts for the same language",
  severity  = "warning",
  rationale = "The system chooses the folder that fits the user's language best, and does not go on to a more general one: with an empty "
    .. "de-DE.lproj, Germans do not get the texts of de.lproj. Apps whose folders are all empty, as Chromium's are, use them only as a "
      .. "list "
    .. "of languages.",
  source    = { "Language and Locale IDs", "Bundle Programming Guide: Localized Resources in Bundles" },
  applies   = { files = "**/*.lproj" },
  check     = function(bundle, report)
    local prefix = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    local filled, empty = {}, {}
    local region = values.text(bundle.info.CFBundleDevelopmentRegion)
    local own = region and locale.language(region) or "en"
    for _, file in ipairs(bundles.files(bundle, prefix .. "*.lproj", "directory")) do
      local name = file.path:match("([^/]*)%.lproj")
      local language = locale.language(name)
      if language and is_filled(bundle, file.path) then
        filled[language] = filled[language] or name
      elseif language then
        empty[#empty + 1] = { path = file.path, name = name, language = language }
      end
    end
    for _, entry in ipairs(empty) do
      local other = filled[entry.language]
      -- For every language, the system falls back to the language of development.
      if other and entry.language ~= own then
        report:file(entry.path, "the folder is empty, and hides %s.lproj from users of this language", other, {
          expected = "a folder with texts, or none", fix = "remove the folder, or put the texts into it",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, languages({ "de", "en" }, {}), languages({}, { "de", "de-DE", "en_GB" }), languages({ "en" }, { "de", "fr", "en-GB" }),
      elsewhere(languages({ "en" }, { "en-GB" }), { without = "CFBundleDevelopmentRegion" }),
      languages({ "Base" }, { "Base-x" }), { files = { ["Contents/Resources/de.lproj"] = "x", ["Contents/Resources/de-DE.lproj"] = "x" } },
      { platform = "ios", files = { ["de.lproj/a.nib"] = "x", ["sub/de-DE.lproj"] = { directory = true } } },
    },
    fail = {
      elsewhere(languages({ "de" }, { "de-DE" }), { kind = "extension", at = "Contents/Resources/de-DE.lproj" }),
      elsewhere(languages({ "de" }, { "de-DE" }), { kind = "plugin", at = "Contents/Resources/de-DE.lproj" }),
      languages({ "de" }, { "de-DE" }, "de-DE"),
      {
        info = { CFBundleDevelopmentRegion = "de" }, at = "Contents/Resources/en_GB.lproj",
        files = { ["Contents/Resources/en.lproj/a.nib"] = "x", ["Contents/Resources/en_GB.lproj"] = { directory = true } },
      },
      languages({ "de-DE" }, { "de" }, "de"), languages({ "German" }, { "de_AT" }, "de_AT"),
      {
        platform = "ios", files = { ["de.lproj/a/b.nib"] = "x", ["de-DE.lproj/.DS_Store"] = "x" }, at = "de-DE.lproj",
      },
      {
        kind = "framework",
        files = { ["Versions/A/Resources/de.lproj/a.nib"] = "x", ["Versions/A/Resources/de-DE.lproj"] = { directory = true } },
        at = "Versions/A/Resources/de-DE.lproj",
      },
    },
  },
}
