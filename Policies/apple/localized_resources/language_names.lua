rule "language-names" {
  summary   = "Folders of languages are called by a language's code, with a region or a script perhaps",
  severity  = "warning",
  rationale = "The system does not find a folder of another name, however much is translated in it.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "ISO 639", "ISO 3166", "CFBundle_Locale.c" },
  tags      = { "S9" },
  check = function(bundle, report)
    local folder = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    for _, path in ipairs(bundles.walk(bundle, folder .. "*.lproj")) do
      local name = path:match("([^/]+)%.lproj$")
      if name and name ~= "Base" and name ~= "mul" and not locale.is_legacy(name) then
        local language, rest = name:match("^(%l%l%l?)(.*)$")
        -- A script has four letters, a region two capitals or three digits.
        local region = rest and (rest:match("^[-_]%u%l%l%l(.*)$") or rest)
        if not language or not (region == "" or region:find("^[-_]%u%u$") or region:find("^[-_]%d%d%d$")) then
          report:file(path, "'%s' is no name of a language", name, {
            expected = "such as fr, pt-BR or zh-Hant", fix = "rename the folder to " .. locale.canonical(name) .. ".lproj",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { localizations = { en = {}, ["pt-BR"] = {}, zh_TW = {}, ["zh-Hant"] = {}, ["zh-Hant-HK"] = {}, ["es-419"] = {}, fil = {}, Base = {}, English = {} } },
    },
    fail = {
      { localizations = { ["en-us"] = {} } }, { localizations = { FR = {} } }, { localizations = { francais = {} } },
      { localizations = { ["fr-"] = {} } },
    },
  },
}
