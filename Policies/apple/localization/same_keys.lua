local info_strings = import "apple.localization.info_strings"
local folders = import "apple.localized_resources.folders"

rule "same-keys" {
  summary   = "Every language must localize the same keys of Info.plist",
  severity  = "note",
  rationale = "If a language lacks a key, its users see the text of the development language.",
  source    = "Runtime Configuration Guidelines: Information Property List Files",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" }, files = info_strings.files },
  check = function(bundle, report)
    local tables, all = {}, {}
    for _, language in ipairs(bundle.localizations) do
      local strings = language ~= "Base" and info_strings.of(bundle, language) or nil
      if strings then
        tables[#tables + 1] = { language = language, strings = strings }
        for key in pairs(strings) do all[key] = all[key] or language end
      end
    end
    -- Reported where the key is missing: in the file of the language that lacks it.
    for _, other in ipairs(tables) do
      local _, first = next(other.strings)
      local node = first and first.node
      for key, language in pairs(all) do
        if other.strings[key] == nil then
          local details = { expected = "the same keys in every InfoPlist.strings", fix = "translate " .. key, discriminator = "" }
          if node then
            report:missing(node, key, "%s is localized for '%s', but not for '%s'", key, language, other.language, details)
          else
            details.discriminator = key
            report:file((folders.all(bundle)[other.language] or other.language .. ".lproj") .. "/InfoPlist.strings",
              "%s is localized for '%s', but not for '%s'", key, language, other.language, details)
          end
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = { InfoPlist = { CFBundleName = "Name" } }, de = {} } },
      { localizations = {
        Base = { InfoPlist = { NSHumanReadableCopyright = "© 2026 Example" } }, fr = { InfoPlist = { CFBundleName = "Nom" } },
      } },
    },
    fail = {
      {
        localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = { InfoPlist = {} } },
        at = "Contents/Resources/en.lproj/InfoPlist.strings",
      },
      {
        localizations = {
          fr = { InfoPlist = { CFBundleName = "Nom", CFBundleDisplayName = "Nom" } }, en = { InfoPlist = { CFBundleName = "Name" } },
        },
        at = "Contents/Resources/en.lproj/InfoPlist.strings:/CFBundleDisplayName",
      },
    },
  },
}
