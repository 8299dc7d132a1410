-- Where the system does not look for language folders, by layout.
local patterns = {
  contents = { "Contents/*.lproj", "Contents/MacOS/*.lproj" }, versioned = { "Versions/*/*.lproj" },
}

rule "localizations-place" {
  summary   = "Language folders must be among the resources",
  severity  = "warning",
  rationale = "The system looks for languages only among the resources: in any other place, a localization is never shown.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "CFBundle_Resources.c" },
  tags      = { "S4", "S9" },
  applies   = { platform = { "macos", "catalyst" }, files = "**/*.lproj" },
  check = function(bundle, report)
    for _, pattern in ipairs(patterns[bundle.layout] or {}) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "'%s' is a language folder where the system does not look for one", path, {
          expected = "the folder among the resources", fix = "move it to Resources",
        })
      end
    end
  end,
  examples = {
    pass = {
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = "" } },
      { kind = "framework", files = { ["Versions/A/Resources/fr.lproj/InfoPlist.strings"] = "" } },
    },
    fail = {
      { files = { ["Contents/fr.lproj/InfoPlist.strings"] = "" }, at = "Contents/fr.lproj" },
      { files = { ["Contents/MacOS/fr.lproj/InfoPlist.strings"] = "" }, at = "Contents/MacOS/fr.lproj" },
      { kind = "framework", files = { ["Versions/A/fr.lproj/InfoPlist.strings"] = "" }, at = "Versions/A/fr.lproj" },
    },
  },
}
