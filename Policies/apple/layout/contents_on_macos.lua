rule "contents-on-macos" {
  summary   = "Apps and extensions for macOS must have a Contents directory",
  severity  = "error",
  rationale = "The Finder considers a flat app damaged, and code signing rejects it.",
  source    = "Bundle Programming Guide: Anatomy of a macOS Application Bundle",
  tags      = { "S8" },
  applies   = { kind = { "application", "extension" }, platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    -- Drivers are flat.
    if bundle.layout ~= "contents" and bundle.layout ~= "wrapped" and bundle.name:sub(-5) ~= ".dext" then
      report("the bundle has no Contents directory; its layout is '%s'", bundle.layout, {
        expected = "Contents/Info.plist and Contents/MacOS", fix = "use the layout that Xcode creates for macOS",
      })
    end
  end,
  examples = {
    pass = {
      {}, { kind = "extension" },
      { kind = "extension", name = "Driver.dext", platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } } },
      -- The layout of some apps that the store installs.
      {
        files = {
          ["Contents/Info.plist"] = false, WrappedBundle = { link = "Wrapper/App.app" },
          ["Wrapper/App.app/Contents/Info.plist"] = "<plist><dict><key>LSMinimumSystemVersion</key><string>13.0</string></dict></plist>",
        },
      },
    },
    -- An iOS app whose Info.plist declares macOS.
    fail = { { platform = "ios", info = { CFBundleSupportedPlatforms = { "MacOSX" } } } },
  },
}
