rule "strings-format" {
  summary   = "InfoPlist.strings must be in strings file format",
  severity  = "note",
  rationale = "The system also reads XML property lists here; tools for translators, and most scripts, do not.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" }, files = "**/*.lproj" },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local path = bundles.resource(bundle, "InfoPlist", "strings", language)
      if path and path:find(language .. ".lproj/", 1, true) then
        -- Builds compile strings files to the binary format; strings-parse reports unreadable files.
        local is_read, strings = pcall(bundles.read, bundle, path)
        if is_read and plist.type(strings) == "dictionary" and plist.format(strings) == "xml" then
          report:file(path, "the strings file for '%s' is an XML property list", language, {
            expected = 'lines such as "KEY" = "text";', fix = "convert it to a strings file in UTF-8",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } },
      { localizations = { de = {} }, files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = 'CFBundleName = "Appli";' } },
    },
    fail = {
      {
        localizations = { fr = {} },
        files = {
          ["Contents/Resources/fr.lproj/InfoPlist.strings"] = "<plist><dict><key>CFBundleName</key><string>Appli</string></dict></plist>",
        },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings",
      },
      {
        platform = "ios", localizations = { ["zh-Hans"] = {} },
        files = { ["zh-Hans.lproj/InfoPlist.strings"] = "<plist><dict><key>CFBundleName</key><string>应用</string></dict></plist>" },
        at = "zh-Hans.lproj/InfoPlist.strings",
      },
    },
  },
}
