local info_strings = import "apple.localization.info_strings"

-- Keys whose text people see.
local shown = { "CFBundleDisplayName", "CFBundleName", "CFBundleSpokenName", "NSHumanReadableCopyright" }

rule "localized-texts" {
  summary   = "A localized name must be a non-empty string without build variables",
  severity  = "error",
  rationale = "Nothing replaces variables in InfoPlist.strings: people read $(PRODUCT_NAME) on the home screen. An empty name leaves the icon without one.",
  source    = "Information Property List Key Reference: Localizing Property List Values",
  tags      = { "S4" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local strings = info_strings(bundle, language)
      for _, key in ipairs(strings and shown or {}) do
        local entry = strings[key]
        local text = entry and entry.node[entry.key]
        if type(text) == "string" and not text:find("%S") then
          report:at(entry.node, entry.key, "%s is empty for '%s'", key, language, { expected = "a string", fix = "translate it, or remove the line" })
        elseif type(text) == "string" and text:find("%$[({]") then
          report:at(entry.node, entry.key, "%s contains a build variable for '%s'", key, language, {
            expected = "the text itself", fix = "write the text; builds do not replace variables in strings files",
          })
        end
      end
    end
  end,
  examples = {
    pass = { {}, { localizations = { fr = { InfoPlist = { CFBundleDisplayName = "Nom", CFBundleName = "Nom à 5 $" } } } } },
    fail = {
      { localizations = { fr = { InfoPlist = { CFBundleDisplayName = "" } } } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "  " } } } },
      { localizations = { fr = { InfoPlist = { CFBundleDisplayName = "$(PRODUCT_NAME)" } } } },
      { platform = "ios", localizations = { fr = { InfoPlist = { NSHumanReadableCopyright = "© ${YEAR}" } } } },
    },
  },
}
