local codes = import "apple.localized_resources.codes"
local folders = import "apple.localized_resources.folders"

-- A dialect such as be-tarask; Qt and gettext keep their own texts in such folders.
local dialect = "^%l%l%l?[-_]%l%l%l%l%l+$"

rule "language-names" {
  summary   = "Language folders must be named by a language code, optionally with a script or region",
  severity  = "warning",
  rationale = "The system does not find a folder with any other name, so its localization is never shown.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "ISO 639", "ISO 3166", "CFBundle_Locale.c" },
  tags      = { "S9" },
  check = function(bundle, report)
    local there, lower = folders(bundle), {}
    for name in pairs(there) do
      if codes.is_language(name) then lower[name:lower()] = true end
    end
    for name, path in pairs(there) do
      local language = codes.of_country(name)
      if language then
        report:file(path, "'%s' is the code of a country, not of a language", name, { expected = language, fix = "rename the folder to " .. language .. ".lproj" })
      -- name-twins reports a folder whose name differs from a proper one only in letter case.
      elseif not codes.is_language(name) and not lower[name:lower()] then
        report:file(path, "'%s' is not a language code", name, {
          expected = "a code such as fr, pt-BR or zh-Hant",
          fix = "rename the folder to " .. (name:lower() == "base" and "Base" or locale.canonical(codes.is_language(name:lower()) and name:lower() or name)) .. ".lproj",
          severity = name:find(dialect) and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = {
      {},
      { localizations = { en = {}, ["pt-BR"] = {}, zh_TW = {}, ["zh-Hant"] = {}, ["zh-Hant-HK"] = {}, ["es-419"] = {}, ["az-Latn-001"] = {}, fil = {}, Base = {}, English = {} } },
      { localizations = { ["ca@valencia"] = {}, ["sr_RS@latin"] = {}, ["ca-ES-valencia"] = {}, ["de-DE-1996"] = {} } }, { files = { ["Contents/Resources/empty.lproj"] = "" } },
      { localizations = { fr = {}, FR = {}, Base = {}, base = {} } },
    },
    fail = {
      { localizations = { ["en-us"] = {} } }, { localizations = { FR = {} } }, { localizations = { francais = {} } },
      { localizations = { ["be-tarask"] = {} } }, { localizations = { ["FR@euro"] = {} } },
      { localizations = { ["fr-"] = {} } }, { localizations = { ["zh-Hant-Taiwan"] = {} } }, { localizations = { ["es-4190"] = {} } },
      { localizations = { ["ca-ES-val"] = {} } }, { localizations = { ["ca-ES-valencianos"] = {} } }, { localizations = { ["de-DE-199"] = {} } },
      { localizations = { base = {} } }, { localizations = { FR = {}, Fr = {} } },
      { localizations = { jp = {} } }, { platform = "ios", localizations = { cn = {} } },
      { kind = "framework", localizations = { FR = {} } }, { platform = "ios", localizations = { FR = {} } },
    },
  },
}
