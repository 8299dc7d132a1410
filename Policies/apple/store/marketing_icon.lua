local catalogs = import "apple.icons.catalogs"

-- The devices of the images that the store can take: a set with one size for all has it for phones and tablets.
local fitting = { marketing = true, universal = true, phone = true, pad = true }

rule "marketing-icon" {
  summary   = "The asset catalog must contain an opaque icon of 1024 pixels for the store",
  severity  = "error",
  rationale = "The store shows this image on the app's page. It rejects an app without it, and one whose image is transparent anywhere. A "
    .. "catalog that was compiled for one device only, as in a debug build, does not contain it.",
  source    = { "ITMS-90704", "ITMS-90717", "Human Interface Guidelines: App icons" },
  tags      = { "S10", "ITMS-90704", "ITMS-90717", "ITMS-90647", "ITMS-91111" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "11.0", files = "**/*.car" },
  check = function(bundle, report)
    local catalog, path = catalogs.of(bundle)
    local name = catalog and catalogs.icon_name(bundle.info)
    local asset = name and catalogs.asset(catalog, name)
    -- icon-catalog reports a set that does not exist.
    if not asset then return end
    local icon
    for _, image in ipairs(asset.images) do
      if image.width == 1024 and image.height == 1024 and not image.appearance and fitting[image.idiom]
        and not (icon and icon.idiom == "marketing") then
        icon = image
      end
    end
    if not icon then
      report:file(path, "the icon set '%s' has no image of 1024 × 1024 pixels for the store", name, {
        expected = "an App Store icon", fix = "add it to the set, and archive the app; the store's message is ITMS-90704",
        discriminator = "missing",
      })
    elseif icon.is_opaque == false then
      report:file(path, "%s of the set '%s' is partly transparent", icon.file == "" and "the icon for the store"
        or ("the icon '%s'"):format(icon.file), name, {
        expected = "no transparent pixels", fix = "export it without an alpha channel; the store's message is ITMS-90717",
        discriminator = "opaque",
      })
    end
  end,
  examples = {
    pass = {
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "phone" }, { width = 1024, idiom = "pad" } },
        } } } } },
      },
      { info = {
        CFBundleIconName = "AppIcon",
      }, files = { ["Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon", images = {
        { width = 1024, idiom = "marketing" }, { width = 1024, idiom = "pad", is_opaque = false },
      } } } } } } },
      {}, { info = { CFBundleIconName = "AppIcon" } }, { info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = "x" } },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "marketing" } },
        } } } } },
      },
      { info = {
        CFBundleIconName = "AppIcon",
      }, files = { ["Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon", images = {
        { width = 1024, idiom = "universal" }, { width = 1024, idiom = "universal", appearance = "UIAppearanceDark", is_opaque = false },
      } } } } } } },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "Accent", kind = "color" } } } } },
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { storage_version = 99, assets = { { name = "AppIcon", kind = "icon" } } } } },
      },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = { base64 = "Qk9NU3RvcmUAAAAB" } } },
      { info = { CFBundleIconName = 1 }, files = { ["Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon" } } } } } },
    },
    fail = {
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 120, scale = 2, idiom = "phone" } },
        } } } } },
        at = "Assets.car",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "watch" } },
        } } } } },
        at = "Assets.car",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, height = 512, idiom = "marketing" } },
        } } } } },
        at = "Assets.car",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 512, height = 1024, idiom = "marketing" } },
        } } } } },
        at = "Assets.car",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { {
          name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "marketing", appearance = "UIAppearanceDark" } },
        } } } } },
        at = "Assets.car",
      },
      {
        info = { CFBundleIconName = "Other", CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } },
        files = { ["Assets.car"] = { catalog = { assets = {
          { name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "marketing", is_opaque = false } } },
          { name = "Other", kind = "icon", images = { { width = 1024 } } },
        } } } },
        at = "Assets.car",
      },
      {
        info = { MinimumOSVersion = "11.0", CFBundleIconName = "AppIcon" },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon", images = {} } } } } },
        at = "Assets.car",
      },
    },
  },
}
