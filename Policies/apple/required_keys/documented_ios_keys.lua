rule "documented-ios-keys" {
  summary   = "An application for iOS sets every key that the documents call required",
  severity  = "warning",
  rationale = "Without UIRequiredDeviceCapabilities the store offers it to devices it doesn't run on; without "
    .. "CFBundleDisplayName its name on the Home Screen can't be translated.",
  source    = { "Bundle Programming Guide: table 2-3", "Information Property List Key Reference" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = "ios", nested = false },
  require   = { "CFBundleDisplayName", "UIRequiredDeviceCapabilities" },
  examples  = {
    pass = { { platform = "ios", info = { CFBundleDisplayName = "App", UIRequiredDeviceCapabilities = { "arm64" } } } },
    fail = {
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64" } } }, { platform = "ios", info = { CFBundleDisplayName = "App" } },
      { platform = "ios", info = { CFBundleDisplayName = "", UIRequiredDeviceCapabilities = { "arm64" } } },
    },
  },
}
