local named = import "apple.icons.named"
local point_of = import "apple.extensions.point"

-- The sizes in pixels in which Messages shows the icon of an iMessage app, on iPhones and iPads.
local sizes = { "54x40", "64x48", "81x60", "96x72", "120x90", "134x100", "148x110", "180x135" }

-- For the examples: an iMessage app with icons of these sizes; `changes` to its files, and more in CFBundleIcons.
local other_name, other = "Other.png", { png = { width = 60, has_alpha = true } }
local function app(list, changes, icons)
  local files, names = {}, {}
  for index, size in ipairs(list) do
    local width, height = size:match("(%d+)x(%d+)")
    names[index] = "iMessage App Icon" .. size
    files[names[index] .. ".png"] = { png = { width = tonumber(width), height = tonumber(height) } }
  end
  for path, file in pairs(changes or {}) do files[path] = file end
  local all = { CFBundlePrimaryIcon = { CFBundleIconFiles = names } }
  for key, value in pairs(icons or {}) do
    all[key], files[other_name] = value, other
  end
  return { ["PlugIns/M.appex"] = {
    info = {
      MSMessagesExtensionStoreIconName = "iMessage App Icon", CFBundleIcons = all,
      NSExtension = { NSExtensionPointIdentifier = "com.apple.message-payload-provider" },
    },
    files = files,
  } }
end

local place = "PlugIns/M.appex/Info.plist"

rule "messages-icon-sizes" {
  summary   = "An iMessage app must have icons of all sizes that Messages shows, without an alpha channel",
  severity  = "error",
  rationale = "The store rejects the app for each missing size. Xcode copies the icons out of the set 'iMessage App Icon' as PNG files, "
    .. "but only for a target whose product is a Messages extension or a sticker pack, and drops images of the set whose idiom, size or "
    .. "platform in Contents.json is not exactly that of Xcode's template.",
  source    = { "ITMS-90644", "ITMS-90647", "ITMS-90649", "Technical Q&A QA1686: table 4", "github.com/dotnet/macios/issues/4840" },
  tags      = { "ITMS-90644", "ITMS-90647", "ITMS-90649" },
  applies   = { kind = "extension", platform = "ios", key = "NSExtension" },
  check     = function(bundle, report)
    if point_of(bundle) ~= "com.apple.message-payload-provider" then return end
    local exists = {}
    for _, picture in ipairs(named.pictures(bundle, true)) do
      local png = picture.png
      exists[("%dx%d"):format(png.width, png.height)] = true
      if png.has_alpha then
        report:file(picture.path, "the icon has an alpha channel", {
          expected = "an opaque image", fix = "export it without an alpha channel; the store's message is ITMS-90647",
          discriminator = "alpha",
        })
      end
    end
    for _, size in ipairs(sizes) do
      if not exists[size] then
        report:at(bundle.info, nil, "the iMessage app has no icon of %s pixels", (size:gsub("x", " × ")), {
          expected = "the sizes " .. table.concat(sizes, ", ") .. " in CFBundleIcons",
          fix = "fill the icon set 'iMessage App Icon' of the extension's target, whose product must be a Messages extension; the store's "
            .. "message is ITMS-90649",
          discriminator = size,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "application", bundles = app(sizes) },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/M.bundle"] = app({})["PlugIns/M.appex"] } },
      { kind = "application", platform = "visionos", bundles = app {} },
      -- The primary icon of another set does not matter.
      { kind = "application", bundles = app(sizes, nil, { CFBundleAlternateIcons = { A = { CFBundleIconFiles = { "Other" } } } }) },
      { kind = "application", bundles = { ["PlugIns/Share.appex"] = {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services" } },
      } } },
    },
    fail = {
      { kind = "application", bundles = app {}, at = place, count = 8 },
      {
        kind = "application", at = place,
        bundles = app { "54x40", "64x48", "81x60", "96x72", "120x90", "134x100", "148x110", "135x180" },
      },
      {
        kind = "application", bundles = app { "54x40", "64x48", "81x60", "96x72", "120x90" }, at = place, count = 3,
      },
      {
        kind = "application", at = "PlugIns/M.appex/iMessage App Icon54x40.png",
        bundles = app(sizes, { ["iMessage App Icon54x40.png"] = { png = { width = 54, height = 40, has_alpha = true } } }),
      },
    },
  },
}
