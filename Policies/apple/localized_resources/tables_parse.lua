-- Files with these names have rules of their own.
local own = { ["InfoPlist.strings"] = true, ["InfoPlist.stringsdict"] = true, ["Info.plist"] = true }

rule "tables-parse" {
  summary   = "Every strings file in a language folder must be readable",
  severity  = "warning",
  rationale = "The system ignores a strings file that it cannot read: in that language the app shows the keys instead of the texts.",
  source    = { "Resource Programming Guide: Strings Resources", "CFOldStylePList.c" },
  tags      = { "S9" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    for _, pattern in ipairs { "*.lproj/*.strings", "*.lproj/*.stringsdict" } do
      for _, path in ipairs(bundles.walk(bundle, place .. pattern)) do
        local file = bundle.files[path]
        -- An empty file has no entries.
        local is_judged = file.type == "file" and file.size > 0 and not own[path:match("[^/]*$")]
        local problem = is_judged and bundles.problem(bundle, path)
        if problem then
          report:file(path, "the strings file cannot be read%s: %s", problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
            expected = 'lines such as "KEY" = "text";', fix = "correct the syntax; plutil -lint also shows the place", discriminator = "",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { localizations = { fr = { Localizable = { a = "b" } } } }, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"a" = ' } },
      { files = { ["Contents/Resources/templates/a.strings"] = '"a" = ' } }, { platform = "ios", files = { ["fr.lproj/Localizable.strings"] = "" } },
    },
    fail = {
      { files = { ["Contents/Resources/fr.lproj/Localizable.strings"] = '"a" = "b' } },
      { files = { ["Contents/Resources/fr.lproj/Localizable.stringsdict"] = "<plist><dict>" } },
      { platform = "ios", files = { ["fr.lproj/Main.strings"] = '"a" = "b"\n"c" = "d";' } },
      { kind = "framework", files = { ["Versions/A/Resources/fr.lproj/Localizable.strings"] = '"a" = ' } },
    },
  },
}
