local interfaces = {
  macos = { "NSMainNibFile", "NSMainStoryboardFile", "NSPrincipalClass" },
  ios = { "NSMainNibFile", "UIMainStoryboardFile", "UIApplicationSceneManifest" },
}

rule "main-interface" {
  summary   = "An app must declare where its user interface comes from",
  severity  = "note",
  rationale = "Otherwise the app has to build its first window itself; if it does not, users see no window.",
  source    = { "Bundle Programming Guide: tables 2-4 and 2-7", "Information Property List Key Reference: Cocoa Keys" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = { "macos", "ios" }, nested = false },
  check     = function(bundle, report)
    local names = interfaces[bundle.platform]
    for _, key in ipairs(names) do
      if bundle.info[key] ~= nil or #plist.variants(bundle.info, key) > 0 then return end
    end
    report:missing(bundle.info, names[2], "the app has none of the keys %s", table.concat(names, ", "), {
      expected = "one of these keys", fix = "add the key for the main storyboard, nib, scene manifest or principal class",
    })
  end,
  examples  = {
    pass = {
      { info = { NSPrincipalClass = "NSApplication" } }, { platform = "ios", info = { UIApplicationSceneManifest = {} } },
      { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Main" } },
    },
    fail = {
      { without = "NSPrincipalClass", at = "/NSMainStoryboardFile" },
      { platform = "ios", without = "UIApplicationSceneManifest", at = "/UIMainStoryboardFile" },
    },
  },
}
