rule "info-localized" {
  summary   = "An app in several languages must localize its Info.plist",
  severity  = "note",
  rationale = "Otherwise its name, its copyright and its usage descriptions stay in the development language.",
  source    = { "Runtime Configuration Guidelines: Information Property List Files", "Information Property List Key Reference" },
  tags      = { "S2", "S4" },
  applies   = { kind = "application", nested = false, files = "**/*.lproj" },
  check = function(bundle, report)
    local count = 0
    for _, language in ipairs(bundle.localizations) do
      local folder = (bundle.layout == "contents" and "Contents/Resources/" or "") .. language .. ".lproj"
      if language ~= "Base" and bundles.exists(bundle, folder) then count = count + 1 end
      for _, name in ipairs { "/InfoPlist.strings", "/InfoPlist.stringsdict" } do
        if bundles.exists(bundle, folder .. name) then return end
      end
    end
    if count > 1 and not bundles.resource(bundle, "InfoPlist", "loctable") then
      report("the bundle has %d languages, but none of them localizes Info.plist", count, {
        expected = "InfoPlist.strings in each", fix = "add InfoPlist.strings with CFBundleDisplayName and other texts that users see",
        -- The finding is the same regardless of the number of languages.
        discriminator = "",
      })
    end
  end,
  examples = {
    pass = {
      {}, { localizations = { en = {} } }, { localizations = { en = {}, Base = {} } },
      { localizations = { en = {}, fr = { InfoPlist = { CFBundleName = "Appli" } } } },
      { localizations = { en = {}, fr = {} }, files = { ["Contents/Resources/fr.lproj/InfoPlist.stringsdict"] = "{}" } },
      { localizations = { en = {}, fr = {} }, files = { ["Contents/Resources/InfoPlist.loctable"] = "{}" } },
    },
    fail = { { localizations = { en = {}, fr = {} } }, { platform = "ios", localizations = { en = {}, fr = {} } } },
  },
}
