local named = import "apple.icons.named"

rule "icon-size-matches-name" {
  summary   = "An icon named after its size must have that size",
  severity  = "error",
  rationale = "The system picks icons by the names that Xcode gives them; an image of another size is scaled, and the store rejects it.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    for _, picture in ipairs(named.pictures(bundle)) do
      local width, height = picture.path:match("(%d+%.?%d*)x(%d+%.?%d*)")
      local scale = tonumber(picture.path:match("@(%d)x") or 1)
      if width then
        local wide, high = math.floor(tonumber(width) * scale + 0.5), math.floor(tonumber(height) * scale + 0.5)
        if picture.png.width ~= wide or picture.png.height ~= high then
          report:file(picture.path, "the size of the icon is %d × %d pixels", picture.png.width, picture.png.height, {
            expected = ("%d × %d pixels, according to its name"):format(wide, high), fix = "export it in this size, or name it after its actual size",
          })
        end
      elseif picture.png.width ~= picture.png.height then
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
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } } },
          ["Watch/Watch.app"] = {
            platform = "watchos", info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } },
          },
        },
      },
    },
    fail = {
      { info = { CFBundleIconFiles = { "AppIcon60x60" } }, files = { ["AppIcon60x60@2x.png"] = { png = { width = 60 } } } },
      { info = { CFBundleIconFiles = { "AppIcon60x60" } }, files = { ["AppIcon60x60@2x.png"] = { png = { width = 120, height = 60 } } } },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, height = 60 } } } },
    },
  },
}
