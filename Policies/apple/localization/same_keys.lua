local info_strings = import "apple.localization.info_strings"

rule "same-keys" {
  summary   = "Every language localizes the same keys of Info.plist",
  severity  = "note",
  rationale = "A key that one language lacks shows there in the development language.",
  source    = "Runtime Configuration Guidelines: Information Property List Files",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local tables, all = {}, {}
    for _, language in ipairs(bundle.localizations) do
      local strings = language ~= "Base" and info_strings(bundle, language) or nil
      if strings then
        tables[#tables + 1] = { language = language, strings = strings }
        for key, entry in pairs(strings) do all[key] = all[key] or { language = language, entry = entry } end
      end
    end
    for key, first in pairs(all) do
      for _, other in ipairs(tables) do
        if other.strings[key] == nil then
          report:at(first.entry.node, first.entry.key, "%s is localized for '%s' and not for '%s'", key, first.language,
            other.language, { expected = "the same keys in every InfoPlist.strings", fix = "translate " .. key })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } }, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = { InfoPlist = { CFBundleName = "Name" } }, de = {} } },
      { localizations = { Base = { InfoPlist = { NSHumanReadableCopyright = "© 2026 Example" } }, fr = { InfoPlist = { CFBundleName = "Nom" } } } },
    },
    fail = { { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = { InfoPlist = {} } } } },
  },
}
