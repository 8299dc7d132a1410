rule "icon-file-of-old-macs" {
  summary   = "For systems before macOS 10.13, the icon is a file of its own beside the asset catalog",
  severity  = "warning",
  rationale = "CFBundleIconName is read from macOS 10.13 on: before that the Finder shows the plain icon of applications.",
  source    = "Information Property List Key Reference: CFBundleIconName, CFBundleIconFile",
  tags      = { "S3", "S10" },
  applies   = { kind = "application", platform = "macos", minimum_os = { below = "10.13" } },
  check = function(bundle, report)
    if bundle.info.CFBundleIconName ~= nil and bundle.info.CFBundleIconFile == nil then
      report:missing(bundle.info, "CFBundleIconFile", "systems before macOS 10.13 find no icon", {
        expected = "CFBundleIconFile beside CFBundleIconName", fix = "name the .icns file that the asset catalog compiler writes",
      })
    end
  end,
  examples = {
    pass = {
      { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "AppIcon", CFBundleIconFile = "AppIcon" } },
      { info = { LSMinimumSystemVersion = "10.12.6" } },
    },
    fail = { { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "AppIcon" } } },
  },
}
