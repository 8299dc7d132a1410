local values = import "apple.values"

rule "icon-file-of-old-macs" {
  summary   = "For systems before macOS 10.13, the icon must also be a file outside the asset catalog",
  severity  = "warning",
  rationale = "CFBundleIconName requires macOS 10.13: on older systems the Finder shows the generic app icon.",
  source    = "Information Property List Key Reference: CFBundleIconName, CFBundleIconFile",
  tags      = { "S3", "S10" },
  applies   = { kind = "application", platform = "macos", minimum_os = { below = "10.13" }, key = "CFBundleIconName" },
  check = function(bundle, report)
    if values.text(bundle.info.CFBundleIconName) and not values.text(bundle.info.CFBundleIconFile) then
      report:missing(bundle.info, "CFBundleIconFile", "macOS versions before 10.13 will not find the icon", {
        expected = "CFBundleIconFile in addition to CFBundleIconName", fix = "name the .icns file that the asset catalog compiler writes",
      })
    end
  end,
  examples = {
    pass = {
      { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "AppIcon", CFBundleIconFile = "AppIcon" } },
      { info = { LSMinimumSystemVersion = "10.12.6" } }, { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "" } },
    },
    fail = {
      { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "AppIcon" }, at = "/CFBundleIconFile" },
      { info = { LSMinimumSystemVersion = "10.12", CFBundleIconName = "AppIcon", CFBundleIconFile = "" }, at = "/CFBundleIconFile" },
    },
  },
}
