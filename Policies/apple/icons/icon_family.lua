local catalogs = import "apple.icons.catalogs"
local values = import "apple.values"

rule "icon-family" {
  summary   = "The icon of a macOS app must be a complete and readable icon family",
  severity  = "error",
  rationale = "The Finder shows a generic icon for an app whose icon is missing or unreadable.",
  source    = { "Information Property List Key Reference: CFBundleIconFile", "Human Interface Guidelines: App icons" },
  tags      = { "S10", "S13", "S3" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = "CFBundleIconFile" },
  check = function(bundle, report)
    local name, icon = values.text(bundle.info.CFBundleIconFile), bundle.icon_file
    if name and not icon then
      -- CFBundleIconName names an icon in an asset catalog.
      local set = values.text(bundle.info.CFBundleIconName)
      if not (set and catalogs.has(bundle, set)) then
        report:at(bundle.info, "CFBundleIconFile", "Contents/Resources contains no icon '%s'", name, {
          expected = name:gsub("%.icns$", "") .. ".icns, with exactly this spelling", fix = "add the file, or correct its name",
          -- Most users never see a helper inside another app.
          severity = bundle.parent and "warning" or nil,
        })
      end
    elseif name and not icon.problem then
      local family = icon.icns
      if family == nil then
        report:file(icon, "'%s' is not an icon family", name, { expected = "an .icns file", fix = "create one with iconutil" })
      elseif #family.types == 0 then
        report:file(icon, "the icon family '%s' contains no image", name, {
          expected = "images in all sizes", fix = "create the file again with iconutil",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic10" } } } } },
      { info = { CFBundleIconFile = "App.icns" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic10" } } } } },
      { platform = "catalyst" },
      {
        bundles = {
          ["Contents/PlugIns/Share.appex"] = { info = { CFBundleIconFile = "App" } },
          ["Contents/Helpers/Phone.app"] = { platform = "ios", info = { CFBundleIconFile = "App" } },
        },
      },
      { info = { CFBundleIconFile = "", CFBundleIconName = "AppIcon" } },
      {
        info = { CFBundleIconFile = "AppIcon", CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon" } } } } },
      },
    },
    fail = {
      {
        info = { CFBundleIconFile = "AppIcon", CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = "x" },
        at = "/CFBundleIconFile",
      },
      {
        info = { CFBundleIconFile = "AppIcon", CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = {} } },
        at = "/CFBundleIconFile",
      },
      {
        info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { base64 = "aWNucwAAAAg=" } },
        at = "Contents/Resources/App.icns",
      },
      {
        bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", info = { CFBundleIconFile = "Tool" } } },
        at = "Contents/Helpers/Tool.app:/CFBundleIconFile",
      },
      { info = { CFBundleIconFile = "App" }, at = "/CFBundleIconFile" },
      { platform = "catalyst", info = { CFBundleIconFile = "App" }, at = "/CFBundleIconFile" },
      {
        info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/app.icns"] = { icns = { types = { "ic10" } } } },
        at = "/CFBundleIconFile",
      },
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = "x" }, at = "Contents/Resources/App.icns" },
      { info = { CFBundleIconFile = "App", CFBundleIconName = "AppIcon" }, at = "/CFBundleIconFile" },
    },
  },
}
