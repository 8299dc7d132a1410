local folders = import "apple.localized_resources.folders"

-- A script code has four letters, a region code two uppercase letters or three digits. A variant after a region, as in
-- ca-ES-valencia, has five to eight letters and digits, or four that begin with a digit.
local forms = {
  "^%l%l%l?$", "^%l%l%l?[-_]%u%u$", "^%l%l%l?[-_]%d%d%d$", "^%l%l%l?[-_]%u%l%l%l$", "^%l%l%l?[-_]%u%l%l%l[-_]%u%u$",
  "^%l%l%l?[-_]%u%l%l%l[-_]%d%d%d$",
}

-- A dialect such as be-tarask; Qt and gettext keep their own texts in such folders.
local dialect = "^%l%l%l?[-_]%l%l%l%l%l+$"

-- Codes of countries that are taken for those of languages, and are none.
local countries = {
  jp = "ja", cn = "zh-Hans", kr = "ko", tw = "zh-Hant", hk = "zh-Hant-HK", dk = "da", cz = "cs", gr = "el", ua = "uk", vn = "vi", us = "en",
  gb = "en-GB", mx = "es-MX", at = "de-AT", rs = "sr", il = "he", ir = "fa",
}

local function is_code(name)
  -- Qt and gettext also use names such as ca@valencia and sr@latin.
  name = name:gsub("@%l+$", ""):gsub("([-_]%u%u)[-_]%l%w%w%w%w%w?%w?%w?$", "%1"):gsub("([-_]%u%u)[-_]%d%w%w%w$", "%1")
  for _, form in ipairs(forms) do
    if name:find(form) then return true end
  end
  return false
end

rule "language-names" {
  summary   = "Language folders must be named by a language code, optionally with a script or region",
  severity  = "warning",
  rationale = "The system does not find a folder with any other name, so its localization is never shown.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "ISO 639", "ISO 3166", "CFBundle_Locale.c" },
  tags      = { "S9" },
  check = function(bundle, report)
    for _, key in ipairs { "CFBundleDevelopmentRegion", "CFBundleLocalizations" } do
      local value = bundle.info[key]
      local is_list = plist.type(value) == "array"
      for index, name in ipairs(is_list and value or { value }) do
        if type(name) == "string" and countries[name] and name:find("^%l%l$") then
          report:at(is_list and value or bundle.info, is_list and index or key, "'%s' is the code of a country, not of a language", name, {
            expected = countries[name], fix = "write " .. countries[name],
          })
        end
      end
    end
    for _, path in ipairs(bundles.walk(bundle, (bundle.layout == "contents" and "Contents/Resources/" or "") .. "*.[lL][pP][rR][oO][jJ]")) do
      if not path:find("%.lproj$") and bundle.files[path].type == "directory" then
        report:file(path, "the file extension of the language folder is not in lower case", { expected = path:sub(1, -6) .. "lproj", fix = "rename the folder" })
      end
    end
    for name, path in pairs(folders(bundle)) do
      local language = countries[name]
      if language then
        report:file(path, "'%s' is the code of a country, not of a language", name, { expected = language, fix = "rename the folder to " .. language .. ".lproj" })
      elseif name ~= "Base" and not locale.is_legacy(name) and not is_code(name) then
        report:file(path, "'%s' is not a language code", name, {
          expected = "a code such as fr, pt-BR or zh-Hant", fix = "rename the folder to " .. locale.canonical(name) .. ".lproj",
          severity = name:find(dialect) and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleDevelopmentRegion = "ja", CFBundleLocalizations = { "en", "de", 1 } }, files = { ["Contents/Resources/fr.LPROJ"] = "x" } },
      {},
      { localizations = { en = {}, ["pt-BR"] = {}, zh_TW = {}, ["zh-Hant"] = {}, ["zh-Hant-HK"] = {}, ["es-419"] = {}, ["az-Latn-001"] = {}, fil = {}, Base = {}, English = {} } },
      { localizations = { ["ca@valencia"] = {}, ["sr_RS@latin"] = {}, ["ca-ES-valencia"] = {}, ["de-DE-1996"] = {} } }, { files = { ["Contents/Resources/empty.lproj"] = "" } },
    },
    fail = {
      { info = { CFBundleDevelopmentRegion = "jp" } }, { info = { CFBundleLocalizations = { "en", "cn" } } }, { files = { ["Contents/Resources/fr.LPROJ/a.strings"] = "" } },
      { platform = "ios", files = { ["fr.Lproj/a.strings"] = "" } },
      { localizations = { ["en-us"] = {} } }, { localizations = { FR = {} } }, { localizations = { francais = {} } },
      { localizations = { ["be-tarask"] = {} } }, { localizations = { ["FR@euro"] = {} } },
      { localizations = { ["fr-"] = {} } }, { localizations = { ["zh-Hant-Taiwan"] = {} } }, { localizations = { ["es-4190"] = {} } },
      { localizations = { ["ca-ES-val"] = {} } }, { localizations = { ["ca-ES-valencianos"] = {} } }, { localizations = { ["de-DE-199"] = {} } },
      { localizations = { jp = {} } }, { platform = "ios", localizations = { cn = {} } },
      { kind = "framework", localizations = { FR = {} } }, { platform = "ios", localizations = { FR = {} } },
    },
  },
}
