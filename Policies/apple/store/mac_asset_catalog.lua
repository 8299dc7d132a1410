local catalogs = import "apple.icons.catalogs"
local values = import "apple.values"

rule "mac-asset-catalog" {
  summary   = "A Mac app must have its icon in an asset catalog",
  severity  = "error",
  rationale = "The store takes the icon from Assets.car and the name in CFBundleIconName, and rejects an app without them. An .icns file "
    .. "alone "
    .. "is not enough.",
  source    = { "ITMS-90546", "Xcode: Managing assets with asset catalogs" },
  tags      = { "ITMS-90546" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check     = function(bundle, report)
    local _, path, is_newer = catalogs.of(bundle)
    -- files-are-whole reports a damaged catalog.
    if not path and not is_newer then
      report:file("Contents/Resources/Assets.car", "the app has no asset catalog", {
        expected = "Assets.car with the app icon", fix = "put the icon into an asset catalog and set ASSETCATALOG_COMPILER_APPICON_NAME",
      })
    elseif not values.text(bundle.info.CFBundleIconName) then
      report:missing(bundle.info, "CFBundleIconName", "Info.plist names no icon of the asset catalog", {
        expected = "the name of the icon set, such as AppIcon", fix = "set ASSETCATALOG_COMPILER_APPICON_NAME",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = { catalog = {} } } },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = "x" } },
    },
    fail = {
      { info = { CFBundleIconName = "AppIcon" }, at = "Contents/Resources/Assets.car" },
      { files = { ["Contents/Resources/Assets.car"] = { catalog = {} } }, at = "/CFBundleIconName" },
    },
  },
}
