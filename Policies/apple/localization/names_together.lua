local info_strings = import "apple.localization.info_strings"

rule "names-together" {
  summary   = "A language that localizes the display name must localize the short name, too",
  severity  = "note",
  rationale = "Some places show CFBundleDisplayName, others CFBundleName; in that language the app would have two names.",
  source    = "Information Property List Key Reference: CFBundleDisplayName",
  tags      = { "S4" },
  applies   = { kind = "application", files = info_strings.files },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local strings = info_strings.of(bundle, language)
      if strings and strings.CFBundleDisplayName and not strings.CFBundleName then
        local entry = strings.CFBundleDisplayName
        report:missing(entry.node, "CFBundleName", "CFBundleDisplayName is localized for '%s', but CFBundleName is not", language, {
          expected = "both", fix = "add CFBundleName to the same InfoPlist.strings", discriminator = "",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } } } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "Nom", CFBundleDisplayName = "Nom" } } } },
    },
    fail = { {
      localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom" } } },
      at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleName",
    } },
  },
}
