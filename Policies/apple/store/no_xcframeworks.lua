rule "no-xcframeworks" {
  summary   = "An app must not contain an .xcframework",
  severity  = "error",
  rationale = "It is a package for developers, with code for every platform and for simulators. Only the framework for the app's own "
    .. "platform belongs in the app; the store rejects the rest.",
  source    = { "ITMS-90171", "Distributing binary frameworks as Swift packages" },
  tags      = { "ITMS-90171" },
  applies   = { kind = "application", nested = false, files = "**/*.xcframework" },
  check     = function(bundle, report)
    for _, folder in ipairs(bundles.files(bundle, "**/*.xcframework", "directory")) do
      report:file(folder.path, "the app contains %s", folder.path:match("[^/]*$"), {
        expected = "the framework for the app's platform", fix = "let Xcode embed the .xcframework instead of copying it as a resource",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = {} } },
      { platform = "ios", files = { ["Notes.xcframework"] = "Not a folder" } },
    },
    fail = {
      {
        platform = "ios", files = { ["Frameworks/Kit.xcframework/Info.plist"] = "<plist><dict/></plist>" },
        at = "Frameworks/Kit.xcframework",
      },
      { platform = "ios", files = { ["Kit.xcframework/ios-arm64/libKit.a"] = "!<arch>\n" }, at = "Kit.xcframework" },
      {
        files = { ["Contents/Frameworks/Kit.xcframework/Info.plist"] = "<plist><dict/></plist>" },
        at = "Contents/Frameworks/Kit.xcframework",
      },
    },
  },
}
