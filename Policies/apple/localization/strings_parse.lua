local folders = import "apple.localized_resources.folders"

rule "strings-parse" {
  summary   = "Every InfoPlist.strings can be read, and reads as it is written",
  severity  = "error",
  rationale = "The system ignores a strings file that it cannot read: in that language the application has no names and no reasons "
    .. "for its permissions.",
  source    = { "Resource Programming Guide: Strings Resources", "CFOldStylePList.c" },
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for language, folder in pairs(folders(bundle)) do
      local path = folder .. "/InfoPlist.strings"
      -- What is malformed makes the rule an error that names the place; what is dropped silently is told here.
      local strings = bundles.read(bundle, path)
      if strings and plist.type(strings) ~= "dictionary" then
        report:file(path, "the strings file for '%s' is a list of something else than strings", language)
      elseif strings then
        for _, remark in ipairs(plist.diagnostics(strings)) do
          report:file(path, "%s", remark.message, { severity = "warning", discriminator = remark.code .. remark.path })
        end
      end
    end
  end,
  examples = {
    pass = { {}, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } } } } },
    fail = {
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = 'CFBundleName = "a"; CFBundleName = "b";' } },
      { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '("CFBundleName", "Nom")' } },
    },
  },
}
