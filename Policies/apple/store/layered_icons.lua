local catalogs = import "apple.icons.catalogs"
local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- The layers of the icon that Info.plist names, by their names in the catalog, such as App Icon/Back/Content; and the path of the catalog.
local function layers(bundle)
  local name = values.text(values.dictionary(bundle.info.CFBundleIcons).CFBundlePrimaryIcon)
  local catalog, path = catalogs.of(bundle)
  local result = {}
  for _, asset in ipairs(name and catalog and catalog.assets or {}) do
    local layer = asset.name:sub(1, #name + 1) == name .. "/" and asset.name:match("([^/]+)/Content")
    if layer then result[#result + 1] = { name = layer, images = asset.images } end
  end
  return result, path, name
end

-- For the examples.
local store_layer = {
  name = "App Icon - App Store/Back/Content", images = { { width = 1280, height = 768, scale = 1, idiom = "marketing" } },
}
-- For the examples: an app with the layers Back and Front.
local function app(platform, back, front, changes)
  local result = {
    platform = platform, info = { CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" } },
    files = { ["Assets.car"] = { catalog = { assets = {
      { name = "App Icon/Back/Content", images = back }, { name = "App Icon/Front/Content", images = front or back },
      store_layer,
    } } } },
  }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end

local small = { width = 400, height = 240, scale = 1, idiom = "tv" }
local large = { width = 800, height = 480, scale = 2, idiom = "tv" }
local vision = { width = 1024, scale = 2, idiom = "vision" }
local see_through = { width = 1024, scale = 2, idiom = "vision", is_opaque = false }

rule "icon-layers" {
  summary   = "Every layer of the app icon must have an image at scale 2",
  severity  = "error",
  rationale = "The store rejects the app otherwise. Xcode compiles a set without these images, and the simulator shows its icon.",
  source    = {
    "ITMS-90709", "ITMS-90967", "Human Interface Guidelines: App icons", "github.com/meshtastic/Meshtastic-Apple/pull/2271",
  },
  tags      = { "ITMS-90709" },
  applies   = { kind = "application", platform = { "tvos", "visionos" }, nested = false, key = "CFBundleIcons" },
  check     = function(bundle, report)
    local found, path, name = layers(bundle)
    for _, layer in ipairs(found) do
      local exists = false
      for _, image in ipairs(layer.images) do
        if image.scale == 2 or image.is_vector then exists = true end
      end
      if not exists and #layer.images > 0 then
        report:file(path, "the layer '%s' of the icon '%s' has no image at scale 2", layer.name, name, {
          expected = bundle.platform == "tvos" and "an image of 800 × 480 pixels" or "an image of 1024 × 1024 pixels at scale 2",
          fix = "add it to the layer in the asset catalog; the store's message is ITMS-90709", discriminator = layer.name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("tvos", { small }), { kind = "extension" }), elsewhere(app("tvos", { small }), { platform = "ios" }),
      { platform = "tvos", bundles = { ["Inner.app"] = app("tvos", { small }) } },
      app("tvos", { small, large }), app("visionos", { vision }), app("tvos", {}),
      app("tvos", { small, large }, nil, { info = {
        CFBundleShortVersionString = "0", CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" },
      } }),
      app("tvos", { small, large }, nil, { without = "CFBundleSupportedPlatforms" }), { platform = "tvos" },
      app("tvos", { small }, nil, { info = { CFBundleIcons = { CFBundlePrimaryIcon = "Other" } } }),
      app("tvos", { small }, nil, { info = { CFBundleIcons = {} } }),
      app("tvos", { small }, nil, { files = { ["Assets.car"] = "x" } }),
      app("tvos", { small }, nil, { files = { ["Assets.car"] = { catalog = { assets = {
        { name = "App Icon", images = { small } }, { name = "App Icon/Readme", images = { small } },
      } } } } }),
    },
    fail = {
      app("tvos", { small }, { small, large }, { at = "Assets.car" }), app("tvos", { small, large }, { small }, { at = "Assets.car" }),
      app("tvos", { small }, nil, { at = "Assets.car", count = 2 }),
      app("visionos", { { width = 512, scale = 1, idiom = "vision" } }, { vision }, { at = "Assets.car" }),
    },
  },
}

rule "icon-background-opaque" {
  summary   = "The back layer of the icon of a visionOS app must be opaque",
  severity  = "error",
  rationale = "The store rejects an icon whose back layer is not fully opaque. In an export with an alpha channel, one pixel "
    .. "at an edge that is not quite opaque is enough.",
  source    = { "ITMS-90523", "Human Interface Guidelines: App icons" },
  tags      = { "ITMS-90523" },
  applies   = { kind = "application", platform = "visionos", nested = false, key = "CFBundleIcons" },
  check     = function(bundle, report)
    local found, path, name = layers(bundle)
    for _, layer in ipairs(found) do
      for _, image in ipairs(layer.name == "Back" and layer.images or {}) do
        if image.is_opaque == false then
          return report:file(path, "the back layer of the icon '%s' is partly transparent", name, {
            expected = "no transparent pixels", fix = "export it without an alpha channel; the store's message is ITMS-90523",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("visionos", { see_through }), { kind = "extension" }),
      { platform = "visionos", bundles = { ["Inner.app"] = app("visionos", { see_through }) } },
      app("visionos", { vision }, { see_through }), app("visionos", { vision }, nil, { without = "CFBundleSupportedPlatforms" }),
      app("visionos", { vision }, nil, { info = {
        CFBundleShortVersionString = "0", CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" },
      } }),
      app("tvos", { { width = 400, height = 240, scale = 1, is_opaque = false } }),
    },
    fail = {
      app("visionos", { see_through }, { vision }, { at = "Assets.car" }),
      app("visionos", { vision, { width = 512, scale = 1, idiom = "vision", is_opaque = false } }, { vision }, {
        at = "Assets.car",
      }),
    },
  },
}
