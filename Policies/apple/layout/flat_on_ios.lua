rule "flat-on-ios" {
  summary   = "Bundles for iOS, tvOS, watchOS and visionOS must be flat",
  severity  = "error",
  rationale = "The installer looks for Info.plist and the executable at the top level of the bundle and does not find them below Contents.",
  source    = "Bundle Programming Guide: Anatomy of an iOS Application Bundle",
  tags      = { "S8" },
  applies   = {
    kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" },
  },
  check = function(bundle, report)
    if bundle.layout ~= "flat" and bundle.layout ~= "wrapped" then
      report("the bundle has a macOS layout (%s)", bundle.layout, {
        expected = "Info.plist and the executable at the top level", fix = "build the bundle for the device instead of macOS",
      })
    end
  end,
  examples = {
    pass = {
      {}, { kind = "framework" },
      -- The layout in which the Mac stores an iOS app.
      {
        files = {
          WrappedBundle = { link = "Wrapper/App.app" },
          ["Wrapper/App.app/Info.plist"] = "<plist><dict><key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>"
            .. "</dict></plist>",
        },
      },
    },
    fail = {
      { files = {
        ["Contents/Info.plist"] = "<plist><dict><key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array></dict>"
          .. "</plist>",
      } },
    },
  },
}
