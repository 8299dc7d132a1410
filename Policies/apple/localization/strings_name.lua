local folders = import "apple.localized_resources.folders"

-- Names that people write instead of InfoPlist.strings.
local spellings = {
  "infoplist.strings", "InfoPList.strings", "Infoplist.strings", "infoPlist.strings", "InfoPlist.Strings", "InfoPlist.string",
  "InfoPlists.strings",
  "Info.plist.strings", "Info.strings", "Info-Plist.strings", "Info_plist.strings",
}

-- Whether a language folder has a file with one of these names, or is a link, whose files patterns do not reach.
local function may_have_one(bundle)
  return #bundles.files(bundle, folders.pattern(bundle, "/*"), { names = spellings }) > 0
    or #bundles.files(bundle, folders.pattern(bundle), "symbolicLink") > 0
end

rule "strings-name" {
  summary   = "The localized values of Info.plist must be in a file named InfoPlist.strings",
  severity  = "warning",
  rationale = "The system reads only a file of that name, in that letter case: with any other, names and usage descriptions stay in the "
    .. "development language.",
  source    = { "Information Property List Key Reference: Localizing Property List Values", "CFBundle_InfoPlist.c" },
  tags      = { "S4", "S9" },
  applies   = { kind = { "application", "extension" }, files = "**/*.lproj" },
  check     = function(bundle, report)
    if not may_have_one(bundle) then return end
    for language, folder in pairs(folders.all(bundle)) do
      for _, name in ipairs(bundles.exists(bundle, folder .. "/InfoPlist.strings") and {} or spellings) do
        if bundles.exists(bundle, folder .. "/" .. name) then
          report:file(folder .. "/" .. name, "the system does not read '%s' for '%s'", name, language, {
            expected = "InfoPlist.strings", fix = "rename it to InfoPlist.strings",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { localizations = { en = { InfoPlist = { CFBundleName = "App" } } } },
      { localizations = { en = { InfoPlist = { CFBundleName = "App" }, Info = { a = "b" } } } },
      { localizations = { en = { Localizable = { a = "b" } } } },
    },
    fail = {
      {
        files = { ["Contents/Resources/fr.lproj/infoplist.strings"] = '"CFBundleName" = "App";' },
        at = "Contents/Resources/fr.lproj/infoplist.strings",
      },
      -- A language folder may be a link.
      {
        files = {
          ["Contents/Resources/fr.lproj"] = { link = "French" },
          ["Contents/Resources/French/infoplist.strings"] = '"CFBundleName" = "App";',
        },
        at = "Contents/Resources/fr.lproj/infoplist.strings",
      },
      { platform = "ios", files = { ["fr.lproj/InfoPlist.string"] = '"CFBundleName" = "App";' }, at = "fr.lproj/InfoPlist.string" },
    },
  },
}
