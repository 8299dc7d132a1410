local function judge(bundle, report, language)
  -- A file that can't be read is the finding of the rules about strings.
  local is_read, strings = pcall(bundles.strings, bundle, "InfoPlist", language)
  if not is_read or not strings then return end
  for _, key in ipairs { "CFBundleVersion", "CFBundleVersion-macos", "CFBundleVersion-iphoneos" } do
    local entry = strings[key]
    if entry then
      report:at(entry.node, entry.key, "%s is overridden by strings for %s", key, language or "every language", {
        expected = "CFBundleVersion in Info.plist alone", fix = "remove the line", discriminator = language,
      })
    end
  end
end

rule "version-not-localized" {
  summary   = "CFBundleVersion is not translated",
  severity  = "warning",
  rationale = "The number that installers compare would depend on the language of whoever asks.",
  source    = "Information Property List Key Reference: CFBundleVersion",
  tags      = { "S7", "S4" },
  applies   = { kind = { "application", "framework", "extension", "plugin" } },
  check     = function(bundle, report)
    judge(bundle, report, nil)
    for _, language in ipairs(bundle.localizations) do judge(bundle, report, language) end
  end,
  examples  = {
    pass = { { localizations = { fr = { InfoPlist = { CFBundleShortVersionString = "1,0" } } } } },
    fail = {
      { localizations = { fr = { InfoPlist = { CFBundleVersion = "1" } } } },
      { files = { ["Contents/Resources/InfoPlist.strings"] = '"CFBundleVersion" = "1";' } },
    },
  },
}
