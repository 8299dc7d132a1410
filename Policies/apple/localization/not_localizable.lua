local info_strings = import "apple.localization.info_strings"

-- Keys that the system, the installer and the store read before a language is chosen.
local fixed = {
  "CFBundleVersion", "CFBundleIdentifier", "CFBundleExecutable", "CFBundlePackageType", "CFBundleSignature",
  "CFBundleInfoDictionaryVersion", "CFBundleDevelopmentRegion", "LSMinimumSystemVersion", "MinimumOSVersion",
}

rule "not-localizable" {
  summary   = "Keys that are the same in all languages must not be localized",
  severity  = "error",
  rationale = "CFBundleVersion and similar keys are read regardless of language; if something does read the localized value, "
    .. "the app has a different identity or version in that language.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S4", "S7" },
  applies   = { files = info_strings.files },
  check = function(bundle, report)
    for _, text in ipairs(info_strings.all(bundle, { keys = fixed })) do
      report:at(text.node, text.key, "%s is localized for '%s'", text.key, text.language, {
        expected = "the key only in Info.plist", fix = "remove " .. text.key .. " from InfoPlist.strings",
      })
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/fr.lproj/InfoPlist.strings"] = '"CFBundleName" = ' } },
      { localizations = { fr = { InfoPlist = { CFBundleName = "Nom" } }, en = {} } },
    },
    fail = { {
      localizations = { fr = { InfoPlist = { CFBundleVersion = "1" } } },
      at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundleVersion",
    } },
  },
}
