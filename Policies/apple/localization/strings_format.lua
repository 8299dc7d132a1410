rule "strings-format" {
  summary   = "InfoPlist.strings is a strings file",
  severity  = "note",
  rationale = "The system reads an XML property list there too; translators' tools, and most scripts, do not.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local path = bundles.resource(bundle, "InfoPlist", "strings", language)
      if path and path:find(language .. ".lproj/", 1, true) then
        -- Builds compile strings files to the binary form; what can't be read is strings-parse's finding.
        local is_read, strings = pcall(bundles.read, bundle, path)
        if is_read and strings and plist.format(strings) == "xml" then
          report:file(path, "the strings file for '%s' is an XML property list", language, {
            expected = 'lines such as "KEY" = "text";', fix = "write it as a strings file in UTF-8",
          })
        end
      end
    end
  end,
  examples = {
    pass = { {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } }, { localizations = { de = {} }, files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = 'CFBundleName = "Appli";' } } },
    fail = {
      {
        localizations = { fr = {} },
        files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = "<plist><dict><key>CFBundleName</key><string>Appli</string></dict></plist>" },
      },
      {
        platform = "ios", localizations = { ["zh-Hans"] = {} },
        files = { ["zh-Hans.lproj/InfoPlist.strings"] = "<plist><dict><key>CFBundleName</key><string>应用</string></dict></plist>" },
      },
    },
  },
}
