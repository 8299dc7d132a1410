rule "info-localized" {
  summary   = "An application in several languages translates its Info.plist too",
  severity  = "note",
  rationale = "Its name, its copyright and the reasons that it asks for access with stay in the development language.",
  source    = { "Runtime Configuration Guidelines: Information Property List Files", "Information Property List Key Reference" },
  tags      = { "S2", "S4" },
  applies   = { kind = "application", nested = false },
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
      report("there are %d languages, and none of them translates the Info.plist", count, {
        expected = "InfoPlist.strings in each", fix = "add InfoPlist.strings with CFBundleDisplayName and the like",
        -- It is the same finding however many languages there are.
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
