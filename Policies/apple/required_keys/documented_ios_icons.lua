local keys_of_icons = { "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconName", "CFBundleIconFile" }

rule "documented-ios-icons" {
  summary   = "An iOS app must name its icons",
  severity  = "note",
  rationale = "Without any of the icon keys, the system guesses outdated file names.",
  source    = "Bundle Programming Guide: table 2-3",
  tags      = { "S2", "S10" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check     = function(bundle, report)
    for _, key in ipairs(keys_of_icons) do
      if bundle.info[key] ~= nil or #plist.variants(bundle.info, key) > 0 then return end
    end
    report:missing(bundle.info, "CFBundleIcons", "no key names the app icons", {
      expected = "CFBundleIcons or CFBundleIconFiles", fix = "let the asset catalog compiler write CFBundleIcons, or list the files",
    })
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { CFBundleIconFiles = { "Icon" } } },
      { platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } } },
    },
    fail = { { platform = "ios", without = { "CFBundleIcons", "CFBundleIconName" }, at = "/CFBundleIcons" } },
  },
}
