local info_strings = import "apple.localization.info_strings"

-- What the system, the installer and the store read before any language is chosen.
local fixed = {
  "CFBundleVersion", "CFBundleIdentifier", "CFBundleExecutable", "CFBundlePackageType", "CFBundleSignature",
  "CFBundleInfoDictionaryVersion", "CFBundleDevelopmentRegion", "LSMinimumSystemVersion", "MinimumOSVersion",
}

rule "not-localizable" {
  summary   = "No language replaces a key that is the same for all",
  severity  = "error",
  rationale = "CFBundleVersion and its kin are read without regard to languages; where something does read the localized value, "
    .. "the application is another one in that language.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S4", "S7" },
  check = function(bundle, report)
    for _, language in ipairs(bundle.localizations) do
      local strings = info_strings(bundle, language)
      for _, key in ipairs(strings and fixed or {}) do
        local entry = strings[key]
        if entry then
          report:at(entry.node, entry.key, "%s is localized for '%s'", key, language, {
            expected = "it in Info.plist alone", fix = "take " .. key .. " out of InfoPlist.strings",
          })
        end
      end
    end
  end,
  examples = {
    pass = { {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } }, { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = {} } } },
    fail = { { localizations = { fr = { InfoPlist = { CFBundleVersion = "1" } } } } },
  },
}
