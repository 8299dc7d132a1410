local named = import "apple.icons.named"

-- The sizes that a name may state, in pixels: in AppIcon-120x20@2x.png, 120x20 may also be 20x20 after the
-- name AppIcon-1, which the digits run into.
local function readings(path)
  local width, height = path:match("(%d+%.?%d*)x(%d+%.?%d*)")
  if not width then return {} end
  local scale, result = tonumber(path:match("@(%d)x") or 1), {}
  for start in width:gmatch("()%d") do
    local rest = tonumber(width:sub(start))
    result[#result + 1] = { width = math.floor(rest * scale + 0.5), height = math.floor(tonumber(height) * scale + 0.5) }
  end
  return result
end

rule "icon-size-matches-name" {
  summary   = "An icon named after its size must have that size",
  severity  = "error",
  rationale = "The system picks icons by the names that Xcode gives them; an image of another size is scaled, and the store rejects it.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", key = named.keys },
  check = function(bundle, report)
    for _, picture in ipairs(named.pictures(bundle)) do
      local sizes = readings(picture.path)
      local fits, stated = #sizes == 0, nil
      for _, size in ipairs(sizes) do
        if picture.png.width == size.width and picture.png.height == size.height then fits = true end
        if not stated or size.width == size.height then stated = size end
      end
      if not fits then
        report:file(picture.path, "the size of the icon is %d × %d pixels, but its name says %d × %d",
          picture.png.width, picture.png.height, stated.width, stated.height, {
          expected = ("%d × %d pixels"):format(stated.width, stated.height),
          fix = "export it in this size, or name it after its actual size",
        })
      elseif #sizes == 0 and picture.png.width ~= picture.png.height then
        report:file(picture.path, "the icon is not square: its size is %d × %d pixels", picture.png.width, picture.png.height, {
          expected = "equal width and height", fix = "export a square image",
        })
      end
    end
  end,
  examples = {
    pass = {
      {},
      {
        info = { CFBundleIconFiles = { "AppIcon83.5x83.5", "AppIcon29x29", "Icon" } },
        files = {
          ["AppIcon83.5x83.5@2x~ipad.png"] = { png = { width = 167 } }, ["AppIcon29x29.png"] = { png = { width = 29 } },
          ["Icon.png"] = { png = { width = 57 } },
        },
      },
      -- The icons of the old Messages apps are wide.
      { info = { CFBundleIconFiles = { "Icon-27x20" } }, files = { ["Icon-27x20@2x.png"] = { png = { width = 54, height = 40 } } } },
      -- Icon sets whose names end with a digit.
      {
        info = { CFBundleIconFiles = { "AppIcon-120x20", "Icon260x60", "Icon2" } },
        files = {
          ["AppIcon-120x20@2x.png"] = { png = { width = 40 } }, ["Icon260x60@3x.png"] = { png = { width = 180 } },
          ["Icon2.png"] = { png = { width = 57 } },
        },
      },
      {
        bundles = {
          ["PlugIns/Share.appex"] = {
            info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } },
          },
          ["Watch/Watch.app"] = {
            platform = "watchos", info = { CFBundleIconFiles = { "Icon" } },
            files = { ["Icon.png"] = { png = { width = 57, height = 60 } } },
          },
        },
      },
    },
    fail = {
      { info = { CFBundleIconFile = "Icon" }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } }, at = "Icon.png" },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } },
        files = { ["Icon.png"] = { png = { width = 57, height = 60 } } }, at = "Icon.png",
      },
      {
        info = { CFBundleIconFiles = { "AppIcon60x60" } }, files = { ["AppIcon60x60@2x.png"] = { png = { width = 60, height = 120 } } },
        at = "AppIcon60x60@2x.png", message = "name says 120 × 120",
      },
      {
        info = { CFBundleIconFiles = { "AppIcon-120x20" } }, files = { ["AppIcon-120x20@2x.png"] = { png = { width = 60 } } },
        at = "AppIcon-120x20@2x.png", message = "name says 40 × 40",
      },
      {
        info = { CFBundleIconFiles = { "Icon-27x20" } }, files = { ["Icon-27x20.png"] = { png = { width = 20 } } },
        at = "Icon-27x20.png", message = "name says 27 × 20",
      },
      {
        info = { CFBundleIconFiles = { "AppIcon60x60" } }, files = { ["AppIcon60x60@2x.png"] = { png = { width = 60 } } },
        at = "AppIcon60x60@2x.png",
      },
      {
        info = { CFBundleIconFiles = { "AppIcon60x60" } }, files = { ["AppIcon60x60@2x.png"] = { png = { width = 120, height = 60 } } },
        at = "AppIcon60x60@2x.png",
      },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } }, at = "Icon.png" },
      {
        info = { CFBundleIconFiles = { "AppIcon-120x20" } }, files = { ["AppIcon-120x20.png"] = { png = { width = 120 } } },
        at = "AppIcon-120x20.png",
      },
    },
  },
}
