local catalogs = import "apple.icons.catalogs"
local launch = import "apple.launch_images.named"
local values = import "apple.values"

-- The places where Info.plist names colors of the catalog, except the launch screen.
local color_keys = { "NSAccentColorName", "NSWidgetBackgroundColorName" }
-- The parts of a launch screen that have an image of their own.
local bars = { "UINavigationBar", "UITabBar", "UIToolbar" }

local function is_file(bundle, name)
  if bundles.exists(bundle, name) then return true end
  for _, path in ipairs(bundles.walk(bundle, "*.png")) do
    if launch.modifiers(name, path) then return true end
  end
  return false
end

rule "named-assets" {
  summary   = "The colors and images that Info.plist names must be in the asset catalog",
  severity  = "warning",
  rationale = "The system shows nothing in their place: the launch screen is black or white, the accent color is the system's, and a "
    .. "quick action has no icon. An image may also be a PNG file.",
  source    = {
    "Bundle Resources: UILaunchScreen, UIColorName, UIImageName, NSAccentColorName, NSWidgetBackgroundColorName",
    "Information Property List Key Reference: UIApplicationShortcutItems",
  },
  tags      = { "S11", "S13" },
  applies   = {
    kind = { "application", "extension" },
    key = { "NSAccentColorName", "NSWidgetBackgroundColorName", "UILaunchScreen", "UILaunchScreens", "UIApplicationShortcutItems" },
  },
  check = function(bundle, report)
    local catalog, path = catalogs.of(bundle)
    -- It cannot be read, which other rules report.
    if path and not catalog then return end
    local function asset(name) return catalog and catalogs.asset(catalog, name) end
    local function color(node, key)
      local name = values.text(node[key])
      local found = name and asset(name)
      if not name or found and found.kind == "color" then return end
      report:at(node, key, "the color '%s' is not in the asset catalog", name, {
        expected = "the name of a color in the catalog", fix = "correct the name, or add the color to the catalog of the target",
      })
    end
    local function image(node, key)
      local name = values.text(node[key])
      local found = name and asset(name)
      if not name or found and found.kind ~= "color" or is_file(bundle, name) then return end
      report:at(node, key, "the image '%s' is not in the bundle", name, {
        expected = "the name of an image in the asset catalog, or of a PNG file", fix = "correct the name, or add the image to the target",
      })
    end
    local function screen(node)
      color(node, "UIColorName")
      image(node, "UIImageName")
      for _, bar in ipairs(bars) do image(values.dictionary(node[bar]), "UIImageName") end
    end
    for _, key in ipairs(color_keys) do
      for _, form in ipairs(values.forms(bundle.info, key)) do color(bundle.info, form) end
    end
    for _, form in ipairs(values.forms(bundle.info, "UILaunchScreen")) do screen(values.dictionary(bundle.info[form])) end
    for _, form in ipairs(values.forms(bundle.info, "UILaunchScreens")) do
      for _, one in ipairs(values.list(values.dictionary(bundle.info[form]).UILaunchScreenDefinitions)) do
        screen(values.dictionary(one))
      end
    end
    for _, item in ipairs(values.list(bundle.info.UIApplicationShortcutItems)) do
      image(values.dictionary(item), "UIApplicationShortcutItemIconFile")
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios", info = { UILaunchScreen = {} } },
      { platform = "ios", info = { UILaunchScreen = { UIColorName = "", UIImageName = "" } } },
      {
        platform = "ios",
        info = {
          UILaunchScreen = {
            UIColorName = "Night", UIImageName = "Logo", UINavigationBar = { UIImageName = "Bar" }, UITabBar = {},
            UIToolbar = { UIImageName = "Tools" },
          },
          UIApplicationShortcutItems = { { UIApplicationShortcutItemIconFile = "Plus" }, {} },
        },
        files = {
          ["Assets.car"] = { catalog = { assets = {
            { name = "Night", kind = "color" }, { name = "Logo", kind = "image" }, { name = "Tools", kind = "image" },
          } } },
          ["Bar@2x.png"] = "", ["Plus.png"] = "",
        },
      },
      {
        info = { NSAccentColorName = "Accent" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "Accent", kind = "color" } } } } },
      },
      -- A catalog that cannot be read.
      { info = { NSAccentColorName = "Accent" }, files = { ["Contents/Resources/Assets.car"] = "x" } },
      { info = { NSAccentColorName = "Accent" }, files = { ["Contents/Resources/Assets.car"] = { catalog = { storage_version = 18 } } } },
      { platform = "ios", info = { UILaunchScreen = { UIImageName = "Logo.png" } }, files = { ["Logo.png"] = "" } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { NSAccentColorName = "Accent" } } } },
    },
    fail = {
      { info = { NSAccentColorName = "Accent" }, at = "/NSAccentColorName" },
      {
        info = { NSAccentColorName = "Accent" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "Accent", kind = "image" } } } } },
        at = "/NSAccentColorName",
      },
      {
        platform = "ios", info = { ["NSWidgetBackgroundColorName~ipad"] = "Back" }, files = { ["Assets.car"] = { catalog = {} } },
        at = "/NSWidgetBackgroundColorName~0ipad",
      },
      {
        platform = "ios", info = { UILaunchScreen = { UIColorName = "Night" } }, files = { ["Assets.car"] = { catalog = {} } },
        at = "/UILaunchScreen/UIColorName",
      },
      {
        platform = "ios", info = { ["UILaunchScreen~ipad"] = { UIImageName = "Logo" } }, files = { ["LogoPad.png"] = "" },
        at = "/UILaunchScreen~0ipad/UIImageName",
      },
      {
        platform = "ios", info = { UILaunchScreen = { UIImageName = "Logo" } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "Logo", kind = "color" } } } } },
        at = "/UILaunchScreen/UIImageName",
      },
      {
        platform = "ios", info = { UILaunchScreen = { UINavigationBar = { UIImageName = "Bar" } } },
        at = "/UILaunchScreen/UINavigationBar/UIImageName",
      },
      { platform = "ios", info = { UILaunchScreen = { UITabBar = { UIImageName = "Bar" } } }, at = "/UILaunchScreen/UITabBar/UIImageName" },
      {
        platform = "ios", info = { UILaunchScreen = { UIToolbar = { UIImageName = "Bar" } } }, at = "/UILaunchScreen/UIToolbar/UIImageName",
      },
      {
        platform = "ios", without = "UILaunchScreen",
        info = { UILaunchScreens = { UILaunchScreenDefinitions = { {}, { UIImageName = "Logo" } } } },
        at = "/UILaunchScreens/UILaunchScreenDefinitions/1/UIImageName",
      },
      {
        platform = "ios", without = "UILaunchScreen",
        info = { UIApplicationShortcutItems = { { UIApplicationShortcutItemIconFile = "Plus" } } },
        at = "/UIApplicationShortcutItems/0/UIApplicationShortcutItemIconFile",
      },
      {
        platform = "ios", bundles = { ["PlugIns/Widget.appex"] = { info = { NSWidgetBackgroundColorName = "Back" } } },
        at = "PlugIns/Widget.appex:/NSWidgetBackgroundColorName",
      },
    },
  },
}
