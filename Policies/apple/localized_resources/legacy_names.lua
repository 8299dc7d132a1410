local folders = import "apple.localized_resources.folders"

rule "legacy-language-names" {
  summary   = "Language folders must be named by language codes, not by English names",
  severity  = "note",
  rationale = "English.lproj and similar names are supported only for old apps; current tools create en.lproj.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "CFBundle_Locale.c" },
  tags      = { "S9" },
  applies   = { files = "**/*.lproj" },
  check = function(bundle, report)
    local there = folders.all(bundle)
    for name, path in pairs(there) do
      -- one-folder-per-language reports a folder beside the one of the language.
      if locale.is_legacy(name) and not there[locale.canonical(name)] then
        report:file(path, "'%s' is a legacy name of '%s'", name, locale.canonical(name), {
          expected = locale.canonical(name) .. ".lproj", fix = "rename the folder",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { localizations = { en = {} } }, { localizations = { de = {}, German = {} } } },
    fail = {
      { localizations = { English = {} }, at = "Contents/Resources/English.lproj" },
      { platform = "ios", localizations = { German = {} }, at = "German.lproj" },
    },
  },
}
