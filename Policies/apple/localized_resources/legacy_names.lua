local folders = import "apple.localized_resources.folders"

rule "legacy-language-names" {
  summary   = "Language folders must be named by language codes, not by English names",
  severity  = "note",
  rationale = "English.lproj and similar names are supported only for old apps; current tools create en.lproj.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "CFBundle_Locale.c" },
  tags      = { "S9" },
  check = function(bundle, report)
    for name, path in pairs(folders(bundle)) do
      if locale.is_legacy(name) then
        report:file(path, "'%s' is a legacy name of '%s'", name, locale.canonical(name), {
          expected = locale.canonical(name) .. ".lproj", fix = "rename the folder",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { localizations = { en = {} } } },
    fail = { { localizations = { English = {} } }, { platform = "ios", localizations = { German = {} } } },
  },
}
