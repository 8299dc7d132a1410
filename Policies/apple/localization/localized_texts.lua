local info_strings = import "apple.localization.info_strings"
local values = import "apple.values"

-- Keys whose text people see.
local shown = { "CFBundleDisplayName", "CFBundleName", "CFBundleSpokenName", "NSHumanReadableCopyright" }

rule "localized-texts" {
  summary   = "A localized name must be a non-empty string without build variables",
  severity  = "error",
  rationale = "Nothing replaces variables in InfoPlist.strings: people read $(PRODUCT_NAME) on the home screen. With an empty name, the "
    .. "icon has no name.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" }, files = info_strings.files },
  check = function(bundle, report)
    for _, text in ipairs(info_strings.all(bundle, { keys = shown })) do
      local value = type(text.value) == "string" and text.value
      if value and values.has_variable(value) then
        report:at(text.node, text.key, "%s contains a build variable for '%s'", text.key, text.language, {
          expected = "the text itself", fix = "write the text; builds do not replace variables in strings files",
        })
      elseif value and values.is_blank(value) then
        report:at(text.node, text.key, "%s is empty for '%s'", text.key, text.language, {
          expected = "a string", fix = "translate it, or remove the line",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom", CFBundleName = "Nom à 5 $" } } } } },
    fail = {
      {
        localizations = { fr = { InfoPlist = { CFBundleDisplayName = "" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleDisplayName",
      },
      {
        kind = "extension", localizations = { fr = { InfoPlist = { CFBundleName = "  " } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleName",
      },
      {
        localizations = { fr = { InfoPlist = { CFBundleDisplayName = "$(PRODUCT_NAME)" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleDisplayName",
      },
      {
        platform = "ios", localizations = { fr = { InfoPlist = { NSHumanReadableCopyright = "© ${YEAR}" } } },
        at = "fr.lproj/InfoPlist.strings:/NSHumanReadableCopyright",
      },
    },
  },
}
