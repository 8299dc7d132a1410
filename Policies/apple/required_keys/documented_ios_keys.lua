rule "documented-ios-keys" {
  summary   = "An iOS app must have every key that Apple's documentation requires",
  severity  = "warning",
  rationale = "Without UIRequiredDeviceCapabilities, the store offers the app to devices that cannot run it; without "
    .. "CFBundleDisplayName, its name on the Home Screen cannot be localized.",
  source    = { "Bundle Programming Guide: table 2-3", "Information Property List Key Reference" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = "ios", nested = false },
  require   = { "CFBundleDisplayName", "UIRequiredDeviceCapabilities" },
  examples  = {
    pass = { { platform = "ios", info = { CFBundleDisplayName = "App", UIRequiredDeviceCapabilities = { "arm64" } } } },
    fail = {
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64" } }, at = "/CFBundleDisplayName" },
      { platform = "ios", info = { CFBundleDisplayName = "App" }, at = "/UIRequiredDeviceCapabilities" },
      { platform = "ios", info = { CFBundleDisplayName = "", UIRequiredDeviceCapabilities = { "arm64" } }, at = "/CFBundleDisplayName" },
    },
  },
}
