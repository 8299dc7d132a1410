rule "mac-helper-keys" {
  summary   = "A helper app inside a Mac app must have an identifier and an executable",
  severity  = "warning",
  rationale = "Without an identifier, the helper has no preferences and no permissions and cannot be a login item. Its versions are those "
    .. "of the app around it: the helpers that Electron makes declare none.",
  source    = { "Bundle Programming Guide: table 2-6", "Service Management: SMLoginItemSetEnabled" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = true },
  require   = { "CFBundleIdentifier", "CFBundleExecutable" },
  examples  = {
    pass = {
      { bundles = { ["Contents/Helpers/Tool.app"] = { without = "CFBundleVersion" } } },
      { platform = "catalyst", bundles = { ["Contents/Helpers/Tool.app"] = {} } },
    },
    fail = {
      { bundles = { ["Contents/Helpers/Tool.app"] = { without = "CFBundleIdentifier" } } },
      { bundles = { ["Contents/Library/LoginItems/Start.app"] = { without = "CFBundleExecutable" } } },
      { platform = "catalyst", bundles = { ["Contents/Helpers/Tool.app"] = { without = "CFBundleIdentifier" } } },
    },
  },
}
