local info_strings = import "apple.localization.info_strings"
local values = import "apple.values"

rule "localized-keys-exist" {
  summary   = "Every key in InfoPlist.strings must also be in Info.plist",
  severity  = "warning",
  rationale = "The system localizes CFBundleDisplayName and other keys only if Info.plist has them too; for all "
    .. "other languages the value is missing.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" }, files = info_strings.files },
  check = function(bundle, report)
    local first, others = {}, {}
    for _, text in ipairs(info_strings.all(bundle, { missing = true })) do
      local key = text.key
      -- Names of document types, actions and fonts are localized by their value in Info.plist, not by a key.
      local known = values.entry(key)
      if known and known.localizable and #plist.variants(bundle.info, key) == 0 then
        if first[key] then
          others[key] = (others[key] or 0) + 1
        else
          first[key] = text
        end
      end
    end
    -- The cause is in Info.plist: one finding, however many languages there are.
    for key, found in pairs(first) do
      local count = others[key]
      local also = count and (" and %d other language%s"):format(count, count == 1 and "" or "s") or ""
      report:at(found.node, key, "%s is localized for '%s'%s, but is not in Info.plist", key, found.language, also, {
        expected = key .. " in Info.plist too", fix = "add " .. key .. " with the value for all other languages", discriminator = "",
      })
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "Nom", ["Movie Document"] = "Film" } } } },
    },
    fail = {
      {
        localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleDisplayName", message = "for 'fr', but",
      },
      {
        localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom" } }, de = { InfoPlist = { CFBundleDisplayName = "Name" } } },
        at = "Contents/Resources/de.lproj/InfoPlist.strings:/CFBundleDisplayName", message = "for 'de' and 1 other language, but",
      },
      { localizations = {
        fr = { InfoPlist = { CFBundleDisplayName = "Nom" } }, de = { InfoPlist = { CFBundleDisplayName = "Name" } },
        it = { InfoPlist = { CFBundleDisplayName = "Nome" } },
      }, at = "Contents/Resources/de.lproj/InfoPlist.strings:/CFBundleDisplayName", message = "for 'de' and 2 other languages, but" },
    },
  },
}
