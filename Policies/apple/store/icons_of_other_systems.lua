local catalogs = import "apple.icons.catalogs"
local values = import "apple.values"

-- The name of the primary icon: a string on tvOS and visionOS, a name in a dictionary on watchOS.
local function primary(info)
  local icon = values.dictionary(info.CFBundleIcons).CFBundlePrimaryIcon
  return values.text(icon) or values.text(values.dictionary(icon).CFBundleIconName) or values.text(info.CFBundleIconName)
end

rule "watch-icon" {
  summary   = "A watch app must have its own icon in an asset catalog",
  severity  = "error",
  rationale = "The store rejects a watch app without CFBundleIconName, or whose asset catalog does not contain that icon. The icon of "
    .. "the iOS app "
    .. "does not stand in for it.",
  source    = { "ITMS-90391", "ITMS-90713" },
  tags      = { "ITMS-90391", "ITMS-90713" },
  applies   = { kind = "application", platform = "watchos" },
  check     = function(bundle, report)
    local name = primary(bundle.info)
    if not name then
      report:missing(bundle.info, "CFBundleIconName", "no icon of an asset catalog is named", {
        expected = "CFBundleIconName", fix = "add an icon of 1024 pixels to the watch app's catalog and set "
          .. "ASSETCATALOG_COMPILER_APPICON_NAME",
      })
    elseif not catalogs.exists(bundle) and not bundle.files["Assets.car"] then
      report:file("Assets.car", "Info.plist names the icon '%s', but the watch app has no asset catalog", name, {
        expected = "Assets.car at the top level", fix = "compile the asset catalog of the watch app",
      })
    elseif catalogs.exists(bundle) and not catalogs.has(bundle, name) then
      report:file("Assets.car", "Info.plist names the icon '%s', but the asset catalog of the watch app has no such icon set", name, {
        expected = "an icon set named " .. name, fix = "set ASSETCATALOG_COMPILER_APPICON_NAME to the name of the set in the catalog",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = { catalog = { assets = { {
        name = "AppIcon", kind = "icon", images = { { width = 1024 } },
      } } } } } },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = { catalog = { storage_version = 99 } } } },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = "AppIcon" }, CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = "damaged" },
      },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } }, files = { ["Assets.car"] = "damaged" },
      },
    },
    fail = {
      {
        info = { CFBundleIconName = "WatchIcon" }, files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024 } },
        } } } } },
        message = "no such icon set", at = "Assets.car",
      },
      { at = "/CFBundleIconName" }, { info = { CFBundleIconName = "AppIcon" }, at = "Assets.car" },
      {
        kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } },
        at = "Watch/Watch.app:/CFBundleIconName",
      },
    },
  },
}

rule "tv-icons" {
  summary   = "A tvOS app must name its icon and its top shelf image",
  severity  = "error",
  rationale = "The store rejects an app without CFBundleIcons/CFBundlePrimaryIcon or TVTopShelfImage.",
  source    = { "ITMS-90471", "ITMS-90513", "Bundle Resources: TVTopShelfImage" },
  tags      = { "ITMS-90471", "ITMS-90513" },
  applies   = { kind = "application", platform = "tvos", nested = false },
  check     = function(bundle, report)
    local info = bundle.info
    if not primary(info) then
      report:missing(info, "CFBundleIcons", "no primary icon is named", {
        expected = "CFBundlePrimaryIcon in CFBundleIcons", fix = "add App Icon & Top Shelf Image to the asset catalog of the target",
      })
    end
    local shelf = values.dictionary(info.TVTopShelfImage)
    if not values.text(shelf.TVTopShelfPrimaryImageWide) and not values.text(shelf.TVTopShelfPrimaryImage) then
      report:missing(info, "TVTopShelfImage", "no top shelf image is named", {
        expected = "TVTopShelfPrimaryImageWide in TVTopShelfImage",
        fix = "add App Icon & Top Shelf Image to the asset catalog of the target",
      })
    end
  end,
  examples  = {
    pass = { { info = {
      CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" }, TVTopShelfImage = { TVTopShelfPrimaryImageWide = "Top Shelf Image Wide" },
    } } },
    fail = {
      { at = { "/CFBundleIcons", "/TVTopShelfImage" } },
      { info = { CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" } }, at = "/TVTopShelfImage" },
      { info = { TVTopShelfImage = { TVTopShelfPrimaryImage = "Shelf" } }, at = "/CFBundleIcons" },
    },
  },
}

rule "vision-icon" {
  summary   = "A visionOS app must name its icon",
  severity  = "error",
  rationale = "The store rejects an app without CFBundleIcons/CFBundlePrimaryIcon, which Xcode writes for an icon of several layers.",
  source    = "ITMS-90970",
  tags      = { "ITMS-90970" },
  applies   = { kind = "application", platform = "visionos", nested = false },
  check     = function(bundle, report)
    if not values.text(values.dictionary(bundle.info.CFBundleIcons).CFBundlePrimaryIcon) then
      report:missing(bundle.info, "CFBundleIcons", "no primary icon is named", {
        expected = "CFBundlePrimaryIcon, a string, in CFBundleIcons",
        fix = "add an icon of the type visionOS App Icon to the asset catalog, and set ASSETCATALOG_COMPILER_APPICON_NAME",
      })
    end
  end,
  examples  = {
    pass = { { info = { CFBundleIcons = { CFBundlePrimaryIcon = "AppIcon" } } } },
    fail = {
      { at = "/CFBundleIcons" }, { info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "A" } } }, at = "/CFBundleIcons" },
    },
  },
}
