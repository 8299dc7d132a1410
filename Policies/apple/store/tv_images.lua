local catalogs = import "apple.icons.catalogs"
local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- For the examples: an app whose catalog contains these images of its icon and of its top shelf.
local shelves = { TVTopShelfPrimaryImage = "Shelf", TVTopShelfPrimaryImageWide = "Wide Shelf" }
local narrow = { name = "Shelf", images = { { width = 1920, height = 720 } } }
local function app(icon, shelf, changes)
  local result = {
    platform = "tvos", info = {
      CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" }, TVTopShelfImage = shelves,
    },
    files = { ["Assets.car"] = { catalog = { assets = {
      { name = "App Icon", images = icon }, narrow,
      { name = "Wide Shelf", images = shelf },
    } } } },
  }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end

local small = { width = 400, height = 240, scale = 1, idiom = "tv" }
local large = { width = 1280, height = 768, scale = 1, idiom = "marketing" }
local opaque = { { width = 2320, height = 720, scale = 1, idiom = "tv" } }
local see_through = { { width = 2320, height = 720, scale = 1, idiom = "tv", is_opaque = false } }

rule "tv-store-icon" {
  summary   = "The icon of a tvOS app must contain the App Store icon of 1280 × 768 pixels",
  severity  = "error",
  rationale = "The store looks for the large icon in the asset of the app's icon, into which Xcode compiles it. With another idiom than tv "
    .. "in the source, Xcode makes a separate asset, and the store rejects the app: the App Store icon is missing.",
  source    = { "ITMS-90471", "github.com/meshtastic/Meshtastic-Apple/pull/2277", "Human Interface Guidelines: App icons" },
  tags      = { "ITMS-90471" },
  applies   = { kind = "application", platform = "tvos", nested = false, key = "CFBundleIcons" },
  check     = function(bundle, report)
    local catalog, path = catalogs.of(bundle)
    local name = catalog and values.text(values.dictionary(bundle.info.CFBundleIcons).CFBundlePrimaryIcon)
    local asset = name and catalogs.asset(catalog, name)
    if not asset then return end
    for _, image in ipairs(asset.images) do
      if image.idiom == "marketing" then return end
    end
    report:file(path, "the icon '%s' does not contain the App Store icon", name, {
      expected = "an icon of 1280 × 768 pixels in '" .. name .. "'",
      fix = "add it with the idiom tv to the brand assets of the app icon; the store's message is ITMS-90471",
    })
  end,
  examples  = {
    pass = {
      app({ small, large }, opaque), { platform = "tvos" }, app({ small }, opaque, { files = { ["Assets.car"] = "x" } }),
      app({ small }, opaque, { info = { CFBundleIcons = { CFBundlePrimaryIcon = "Other" } } }),
      app({ small }, opaque, { info = { CFBundleIcons = { CFBundlePrimaryIcon = { "App Icon" } } } }),
      app({ small }, opaque, { info = { CFBundleIcons = {} } }), elsewhere(app({ small }, opaque), { kind = "extension" }),
      elsewhere(app({ small }, opaque), { platform = "ios" }), { platform = "tvos", bundles = { ["Inner.app"] = app({ small }, opaque) } },
    },
    fail = { app({ small }, opaque, { at = "Assets.car" }), app({}, opaque, { at = "Assets.car" }) },
  },
}

rule "top-shelf-opaque" {
  summary   = "The top shelf images of a tvOS app must be opaque",
  severity  = "error",
  rationale = "The store rejects a top shelf image with transparent pixels. One pixel at an edge that is not quite opaque is enough.",
  source    = { "ITMS-90497", "github.com/meshtastic/Meshtastic-Apple/pull/2271", "Human Interface Guidelines: Top Shelf" },
  tags      = { "ITMS-90497" },
  applies   = { kind = "application", platform = "tvos", nested = false, key = "TVTopShelfImage" },
  check     = function(bundle, report)
    local catalog, path = catalogs.of(bundle)
    for key, value in pairs(values.dictionary(catalog and bundle.info.TVTopShelfImage)) do
      local asset = values.text(value) and catalogs.asset(catalog, value)
      for _, image in ipairs(asset and asset.images or {}) do
        if image.is_opaque == false then
          report:file(path, "the top shelf image '%s' is partly transparent", value, {
            expected = "no transparent pixels", fix = "export it without an alpha channel; the store's message is ITMS-90497",
            discriminator = key,
          })
          break
        end
      end
    end
  end,
  examples  = {
    pass = {
      app({ large }, see_through, { info = { CFBundleIcons = { CFBundlePrimaryIcon = { "App Icon" } } } }),
      app({ large }, opaque), app({ large }, see_through, { info = { TVTopShelfImage = { TVTopShelfPrimaryImage = "Shelf" } } }),
      app({ large }, see_through, { info = { TVTopShelfImage = { TVTopShelfPrimaryImageWide = 1 } } }),
      app({ large }, see_through, { info = { TVTopShelfImage = { TVTopShelfPrimaryImageWide = "Other" } } }),
      app({ large }, see_through, { files = { ["Assets.car"] = "x" } }), app({ large }, see_through, { info = { TVTopShelfImage = 1 } }),
      elsewhere(app({ large }, see_through), { kind = "extension" }), elsewhere(app({ large }, see_through), { platform = "ios" }),
      { platform = "tvos", bundles = { ["Inner.app"] = app({ large }, see_through) } },
    },
    fail = {
      app({ large }, see_through, { at = "Assets.car", message = "'Wide Shelf' is partly transparent" }),
      app({ large }, { opaque[1], see_through[1], see_through[1] }, { at = "Assets.car", count = 1 }),
      app({ large }, see_through, {
        info = { TVTopShelfImage = { TVTopShelfPrimaryImage = "Wide Shelf", TVTopShelfPrimaryImageWide = "Wide Shelf" } },
        at = "Assets.car", count = 2,
      }),
    },
  },
}
