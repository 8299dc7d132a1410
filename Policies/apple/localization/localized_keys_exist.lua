local info_strings = import "apple.localization.info_strings"
local values = import "apple.values"

rule "localized-keys-exist" {
  summary   = "Every key in InfoPlist.strings must also be in Info.plist",
  severity  = "warning",
  rationale = "The system localizes CFBundleDisplayName and other keys only if Info.plist has them too; for all "
    .. "other languages the value is missing.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      for key, entry in pairs(info_strings(bundle, language) or {}) do
        -- Names of document types, actions and fonts are localized by their value in Info.plist, not by a key.
        local known = values.entry(key)
        if known and known.localizable and #plist.variants(bundle.info, key) == 0 and bundle.info[key] == nil then
          report:at(entry.node, entry.key, "%s is localized for '%s', but is not in Info.plist", key, language, {
            expected = key .. " in Info.plist too", fix = "add " .. key .. " with the value for all other languages",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } }, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom", ["Movie Document"] = "Film" } } } },
    },
    fail = { { localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom" } } } } },
  },
}
