local catalogs = import "apple.icons.catalogs"
local named = import "apple.icons.named"
local values = import "apple.values"

-- The image that the home screen of each device shows: its size in pixels and its name.
local wanted = {
  { family = 1, size = 120, name = "AppIcon60x60@2x.png", code = "ITMS-90022" },
  { family = 2, size = 152, name = "AppIcon76x76@2x~ipad.png", code = "ITMS-90023" },
  { family = 2, size = 167, name = "AppIcon83.5x83.5@2x~ipad.png", code = "ITMS-90023" },
}

rule "icons-required" {
  summary   = "The app must have an icon of the size that each device shows",
  severity  = "error",
  rationale = "The store rejects an app without it.",
  source    = { "ITMS-90022", "ITMS-90023", "ITMS-90032", "Technical Q&A QA1686" },
  tags      = { "S10", "ITMS-90022", "ITMS-90023", "ITMS-90032" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "7.0" },
  check = function(bundle, report)
    if not values.is_opened(bundle) then return end
    local is_for, sizes = values.families(bundle), {}
    for _, picture in ipairs(named.pictures(bundle, true)) do sizes[picture.png.width] = true end
    local catalog, _, is_newer = catalogs.of(bundle)
    local name = catalogs.icon_name(bundle.info)
    for _, asset in ipairs(catalog and catalog.assets or {}) do
      local is_icon = asset.kind == "icon" and (not name or asset.name == name)
      for _, image in ipairs(is_icon and asset.images or {}) do
        sizes[image.width] = true
        -- A set with one size for all: the system derives the others.
        if image.width == 1024 and image.idiom ~= "marketing" then return end
      end
    end
    -- The system derives the other sizes from the one large image of an asset catalog.
    local has_catalog = catalog ~= nil or is_newer
    for _, icon in ipairs(wanted) do
      if is_for[icon.family] and not sizes[icon.size] and not (has_catalog and icon.size == 167) then
        report:at(bundle.info, nil, "no icon of %d × %d pixels is declared", icon.size, icon.size, {
          discriminator = icon.name,
          expected = icon.name, fix = "add it to the asset catalog or to CFBundleIconFiles; the store's message is " .. icon.code,
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { UIDeviceFamily = "x" } },
      {
        info = { UIDeviceFamily = { 1 }, CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon60x60" } } } },
        files = { ["AppIcon60x60@2x.png"] = { png = { width = 120 } } },
      },
      {
        info = { UIDeviceFamily = { 2 }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
        files = { ["AppIcon76x76@2x~ipad.png"] = { png = { width = 152 } }, ["Assets.car"] = { catalog = {} } },
      },
      { info = { UIDeviceFamily = { 1 }, LSApplicationLaunchProhibited = true } },
      {
        info = { UIDeviceFamily = { 1 } },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 120, scale = 2 } },
        } } } } },
      },
      {
        info = { UIDeviceFamily = { 1, 2 } },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "phone" } },
        } } } } },
      },
    },
    fail = {
      { info = { UIDeviceFamily = { 1 }, MinimumOSVersion = "7.0" }, at = "Info.plist" },
      {
        info = { UIDeviceFamily = { 1 }, CFBundleIcons = { CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "Blue60x60" } } } } },
        files = { ["Blue60x60@2x.png"] = { png = { width = 120 } } },
        at = "Info.plist",
      },
      {
        info = { UIDeviceFamily = { 1 }, CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } },
        at = "Info.plist",
      },
      {
        info = { UIDeviceFamily = { 2 }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
        files = { ["AppIcon76x76@2x~ipad.png"] = { png = { width = 152 } } },
        at = "Info.plist",
      },
      { info = { UIDeviceFamily = { 2 } }, files = { ["Assets.car"] = "x" }, at = "Info.plist" },
      {
        info = { UIDeviceFamily = { 2 }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
        files = { ["AppIcon76x76@2x~ipad.png"] = { png = { width = 152 } }, ["Assets.car"] = "x" },
        at = "Info.plist",
      },
      -- The icon of another set.
      {
        info = { UIDeviceFamily = { 1 }, CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "Other", kind = "icon", images = { { width = 120, scale = 2 } },
        } } } } },
        at = "Info.plist",
      },
      {
        info = { UIDeviceFamily = { 1 } },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "marketing" } },
        } } } } },
        at = "Info.plist",
      },
      {
        info = { UIDeviceFamily = { 1 } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "Logo", images = { { width = 120, scale = 2 } } } } } } },
        at = "Info.plist",
      },
    },
  },
}
