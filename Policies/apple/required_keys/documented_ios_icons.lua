local keys_of_icons = { "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconName", "CFBundleIconFile" }

rule "documented-ios-icons" {
  summary   = "An application for iOS names its icons",
  severity  = "note",
  rationale = "Without one of the keys the system guesses file names of long ago.",
  source    = "Bundle Programming Guide: table 2-3",
  tags      = { "S2", "S10" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check     = function(bundle, report)
    for _, key in ipairs(keys_of_icons) do
      if bundle.info[key] ~= nil or #plist.variants(bundle.info, key) > 0 then return end
    end
    report:missing(bundle.info, "CFBundleIcons", "no key names the icons of the application", {
      expected = "CFBundleIcons or CFBundleIconFiles", fix = "let the asset catalog write CFBundleIcons, or list the files",
    })
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { CFBundleIconFiles = { "Icon" } } },
      { platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } } },
    },
    fail = { { platform = "ios", without = { "CFBundleIcons", "CFBundleIconName" } } },
  },
}
