local codes = import "apple.localized_resources.codes"
local folders = import "apple.localized_resources.folders"

-- A dialect such as be-tarask; Qt and gettext keep their own texts in such folders.
local dialect = "^%l%l%l?[-_]%l%l%l%l%l+$"

-- Where folders with the extension in any letter case are looked for.
local function folder_pattern(bundle) return (bundle.layout == "contents" and "Contents/Resources/" or "") .. "*.[lL][pP][rR][oO][jJ]" end

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
        local language = type(name) == "string" and codes.of_country(name)
        if language then
          report:at(is_list and value or bundle.info, is_list and index or key, "'%s' is a country code, not a language code", name, {
            expected = language, fix = "write " .. language,
          })
        end
      end
    end
    for _, path in ipairs(bundles.walk(bundle, folder_pattern(bundle))) do
      if path:sub(-6) ~= ".lproj" and bundle.files[path].type == "directory" then
        report:file(path, "the file extension of the language folder is not in lower case", {
          expected = path:sub(1, -6) .. "lproj", fix = "rename the folder",
        })
      end
    end
    local there, lower = folders.all(bundle), {}
    for name in pairs(there) do
      if codes.is_language(name) then lower[name:lower()] = true end
    end
    for name, path in pairs(there) do
      local language = codes.of_country(name)
      if language then
        report:file(path, "'%s' is a country code, not a language code", name, {
          expected = language, fix = "rename the folder to " .. language .. ".lproj",
        })
      -- name-twins reports a folder whose name differs from a proper one only in letter case.
      elseif not codes.is_language(name) and not lower[name:lower()] then
        report:file(path, "'%s' is not a language code", name, {
          expected = "a code such as fr, pt-BR or zh-Hant",
          fix = "rename the folder to " .. (name:lower() == "base" and "Base"
            or locale.canonical(codes.is_language(name:lower()) and name:lower() or name) or name) .. ".lproj",
          severity = name:find(dialect) and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = {
      {
        info = { CFBundleDevelopmentRegion = "ja", CFBundleLocalizations = { "en", "de", 1 } },
        files = { ["Contents/Resources/fr.LPROJ"] = "x" },
      },
      {},
      { localizations = {
        en = {}, ["pt-BR"] = {}, zh_TW = {}, ["zh-Hant"] = {}, ["zh-Hant-HK"] = {}, ["es-419"] = {}, ["az-Latn-001"] = {}, fil = {},
        Base = {}, English = {},
      } },
      { localizations = { ["ca@valencia"] = {}, ["sr_RS@latin"] = {}, ["ca-ES-valencia"] = {}, ["de-DE-1996"] = {} } },
      { files = { ["Contents/Resources/empty.lproj"] = "" } }, { info = { CFBundleLocalizations = "de" } },
      { localizations = { fr = {}, FR = {}, Base = {}, base = {} } },
    },
    fail = {
      { info = { CFBundleDevelopmentRegion = "jp" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleLocalizations = { "en", "cn" } }, at = "/CFBundleLocalizations/1" },
      { files = { ["Contents/Resources/fr.LPROJ/a.strings"] = "" }, at = "Contents/Resources/fr.LPROJ" },
      { platform = "ios", files = { ["fr.Lproj/a.strings"] = "" }, at = "fr.Lproj" },
      { localizations = { ["en-us"] = {} }, at = "Contents/Resources/en-us.lproj" },
      { localizations = { FR = {} }, at = "Contents/Resources/FR.lproj" },
      { localizations = { francais = {} }, at = "Contents/Resources/francais.lproj" },
      { localizations = { ["be-tarask"] = {} }, at = "Contents/Resources/be-tarask.lproj" },
      { localizations = { ["en@latin-US"] = {} }, at = "Contents/Resources/en@latin-US.lproj" },
      { localizations = { ["FR@euro"] = {} }, at = "Contents/Resources/FR@euro.lproj" },
      { localizations = { ["fr-"] = {} }, at = "Contents/Resources/fr-.lproj" },
      { localizations = { ["zh-Hant-Taiwan"] = {} }, at = "Contents/Resources/zh-Hant-Taiwan.lproj" },
      { localizations = { ["es-4190"] = {} }, at = "Contents/Resources/es-4190.lproj" },
      { localizations = { ["ca-ES-val"] = {} }, at = "Contents/Resources/ca-ES-val.lproj" },
      { localizations = { ["ca-ES-valencianos"] = {} }, at = "Contents/Resources/ca-ES-valencianos.lproj" },
      { localizations = { ["de-DE-199"] = {} }, at = "Contents/Resources/de-DE-199.lproj" },
      { localizations = { base = {} }, at = "Contents/Resources/base.lproj" },
      { localizations = { FR = {}, Fr = {} }, at = { "Contents/Resources/FR.lproj", "Contents/Resources/Fr.lproj" } },
      { localizations = { jp = {} }, at = "Contents/Resources/jp.lproj" },
      { platform = "ios", localizations = { cn = {} }, at = "cn.lproj" },
      { kind = "framework", localizations = { FR = {} }, at = "Versions/A/Resources/FR.lproj" },
      { platform = "ios", localizations = { FR = {} }, at = "FR.lproj" },
    },
  },
}
