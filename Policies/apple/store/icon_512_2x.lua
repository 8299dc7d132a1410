local catalogs = import "apple.icons.catalogs"

-- Whether the icon set of the app contains the image. Icons in layers are rendered for every size.
local function is_in_catalog(bundle)
  local catalog, _, is_newer = catalogs.of(bundle)
  local name = catalogs.icon_name(bundle.info)
  local asset = catalog and name and catalogs.asset(catalog, name)
  if not asset then return is_newer end
  for _, image in ipairs(asset.images) do
    if image.width == 1024 then return true end
  end
  return asset.kind ~= "icon"
end

rule "icon-512-2x" {
  summary   = "The app's icon family must have an image of 512 points at scale 2",
  severity  = "error",
  rationale = "The store shows this image, and rejects an icon family without it.",
  source    = "ITMS-90236",
  tags      = { "S10", "ITMS-90236" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check = function(bundle, report)
    local name = bundle.info.CFBundleIconFile
    local path = type(name) == "string" and (bundles.resource(bundle, name, "icns") or bundles.resource(bundle, name))
    if not path then
      if not is_in_catalog(bundle) then
        report:missing(bundle.info, "CFBundleIconFile", "the app has no icon of 512 points at scale 2", {
          expected = "an .icns file with ic10, or an icon set with an image of 1024 × 1024 pixels",
          fix = "add the image to the icon set of the app",
        })
      end
      return
    end
    local icons = not bundle.files[path].problem and bundle.files[path].icns
    local has = false
    for _, element in ipairs(icons and icons.types or {}) do has = has or element == "ic10" end
    -- Beside an asset catalog, Xcode writes an icon family with the small images only.
    if not has and not is_in_catalog(bundle) then
      report:file(path, "the icon family has no ic10 image", {
        expected = "an image of 1024 × 1024 pixels", fix = "add icon_512x512@2x.png to the iconset and run iconutil",
      })
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic07", "ic10" } } } } },
      { info = { CFBundleIconFile = "App.icns" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic10" } } } } },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, scale = 2, idiom = "mac" } },
        } } } } },
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "image" } } } } },
      },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = { catalog = { storage_version = 99 } } } },
      {
        info = { CFBundleIconFile = "AppIcon", CFBundleIconName = "AppIcon" },
        files = {
          ["Contents/Resources/AppIcon.icns"] = { icns = { types = { "ic13", "ic11", "ic04", "ic07" } } },
          ["Contents/Resources/Assets.car"] = { catalog = { assets = { {
            name = "AppIcon", kind = "icon", images = { { width = 256, scale = 2 }, { width = 1024, scale = 2 } },
          } } } },
        },
      },
    },
    fail = {
      {
        info = { CFBundleIconFile = "AppIcon", CFBundleIconName = "AppIcon" },
        files = {
          ["Contents/Resources/AppIcon.icns"] = { icns = { types = { "ic13", "ic11", "ic04", "ic07" } } },
          ["Contents/Resources/Assets.car"] = { catalog = { assets = { {
            name = "AppIcon", kind = "icon", images = { { width = 256, scale = 2 }, { width = 512, scale = 1 } },
          } } } },
        },
        at = "Contents/Resources/AppIcon.icns",
      },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = "x" }, at = "/CFBundleIconFile" },
      {
        info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = { catalog = {} } }, at = "/CFBundleIconFile",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 512 } },
        } } } } },
        at = "/CFBundleIconFile",
      },
      { at = "/CFBundleIconFile" },
      {
        info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic07" } } } },
        at = "Contents/Resources/App.icns",
      },
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = "x" }, at = "Contents/Resources/App.icns" },
    },
  },
}
