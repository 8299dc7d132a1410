-- Where folders of languages lie in vain, by layout.
local patterns = {
  contents = { "Contents/*.lproj", "Contents/MacOS/*.lproj" }, versioned = { "Versions/*/*.lproj" },
}

rule "localizations-place" {
  summary   = "Folders of languages lie among the resources",
  severity  = "warning",
  rationale = "The system looks for languages among the resources alone: in any other place a translation is never shown.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "CFBundle_Resources.c" },
  tags      = { "S4", "S9" },
  applies   = { kind = { "application", "framework", "extension", "plugin" }, platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    for _, pattern in ipairs(patterns[bundle.layout] or {}) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "'%s' is a folder of a language where none is looked for", path, {
          expected = "it among the resources", fix = "move it to Resources",
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
      { files = { ["Contents/fr.lproj/InfoPlist.strings"] = "" } }, { files = { ["Contents/MacOS/fr.lproj/InfoPlist.strings"] = "" } },
      { kind = "framework", files = { ["Versions/A/fr.lproj/InfoPlist.strings"] = "" } },
    },
  },
}
