local catalogs = import "apple.icons.catalogs"
local named = import "apple.icons.named"

rule "icon-name" {
  summary   = "The app icon must come from an asset catalog",
  severity  = "error",
  rationale = "The store takes the icon for its own pages from there, and rejects an app without CFBundleIconName.",
  source    = { "ITMS-90713", "Information Property List Key Reference: CFBundleIconName" },
  tags      = { "S10", "ITMS-90713", "ITMS-90546" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "11.0" },
  check = function(bundle, report)
    local info = bundle.info
    local icons = info.CFBundleIcons
    local primary = plist.type(icons) == "dictionary" and icons.CFBundlePrimaryIcon or nil
    local name = plist.type(primary) == "dictionary" and primary.CFBundleIconName or info.CFBundleIconName
    if type(name) ~= "string" or name == "" then
      report:missing(info, "CFBundleIconName", "no icon of an asset catalog is named", {
        expected = "CFBundleIconName", fix = "put the icon into an asset catalog and set ASSETCATALOG_COMPILER_APPICON_NAME",
      })
    -- Without icon files, icon-catalog reports it.
    elseif #named.names(bundle, true) > 0 and not catalogs.exists(bundle) then
      report:file("Assets.car", "Info.plist names the icon '%s', but the bundle has no asset catalog that can be read", name, {
        expected = "Assets.car at the top level", fix = "compile the asset catalog",
      })
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleIconName = "AppIcon" } },
      { info = {
        CFBundleIconName = "AppIcon", CFBundleIcons = { CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "Blue" } } } },
      } },
      { info = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "A" } }, files = { ["Assets.car"] = { catalog = {} } } },
      { info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } }, files = { ["Assets.car"] = "x" } },
    },
    fail = {
      { info = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "A" } }, files = { ["Assets.car"] = "x" }, at = "Assets.car" },
      { info = { MinimumOSVersion = "11.0" }, at = "/CFBundleIconName" },
      { info = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "A" } }, at = "Assets.car" },
      { info = { CFBundleIconName = "" }, files = { ["Assets.car"] = "x" }, at = "/CFBundleIconName" },
    },
  },
}
