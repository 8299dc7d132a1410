local named = import "apple.icons.named"
local values = import "apple.values"

-- The tables for iOS 6.1 and earlier: pixels, the usual name, the device family, and whether the icon is required.
local wanted = {
  { family = 1, size = 57, name = "Icon.png", is_required = true }, { family = 1, size = 114, name = "Icon@2x.png" },
  { family = 2, size = 72, name = "Icon-72.png", is_required = true }, { family = 2, size = 144, name = "Icon-72@2x.png" },
  { family = 1, size = 29, name = "Icon-Small.png" }, { family = 1, size = 58, name = "Icon-Small@2x.png" },
  { family = 2, size = 50, name = "Icon-Small-50.png" }, { family = 2, size = 100, name = "Icon-Small-50@2x.png" },
}

rule "home-screen-icons" {
  summary   = "An app for iOS 6.1 and earlier must have icons in the sizes of those systems",
  severity  = "error",
  rationale = "The store rejects an app for these systems without their home screen icons; the system scales other icons, "
    .. "which then look blurred.",
  source    = "Technical Q&A QA1686: tables 2, 4 and 6",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "7.0" } },
  check = function(bundle, report)
    local sizes, families = {}, {}
    for _, picture in ipairs(named.pictures(bundle)) do
      if picture.png.width == picture.png.height then sizes[picture.png.width] = true end
    end
    for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do families[family] = true end
    -- Without the key, the app is for the iPhone.
    if next(families) == nil then families[1] = true end
    for _, icon in ipairs(wanted) do
      if families[icon.family] and not sizes[icon.size] then
        report:at(bundle.info, nil, "no icon of %d × %d pixels is declared", icon.size, icon.size, {
          discriminator = icon.name,
          expected = icon.name .. ", or an image of this size under another name", fix = "add the icon and name it in CFBundleIconFiles",
          severity = not icon.is_required and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = {
      {
        info = { MinimumOSVersion = "6.0", CFBundleIconFiles = { "Icon", "Icon-72", "Icon-Small", "Icon-Small-50" } },
        files = {
          ["Icon.png"] = { png = { width = 57 } }, ["Icon@2x.png"] = { png = { width = 114 } },
          ["Icon-72.png"] = { png = { width = 72 } }, ["Icon-72@2x.png"] = { png = { width = 144 } },
          ["Icon-Small.png"] = { png = { width = 29 } }, ["Icon-Small@2x.png"] = { png = { width = 58 } },
          ["Icon-Small-50.png"] = { png = { width = 50 } }, ["Icon-Small-50@2x.png"] = { png = { width = 100 } },
        },
      },
      {
        info = { MinimumOSVersion = "6.1", CFBundleIconFiles = { "A", "B", "C", "D" } }, without = "UIDeviceFamily",
        files = {
          ["A.png"] = { png = { width = 57 } }, ["B.png"] = { png = { width = 114 } }, ["C.png"] = { png = { width = 29 } },
          ["D.png"] = { png = { width = 58 } },
        },
      },
    },
    fail = {
      { info = { MinimumOSVersion = "6.1", UIDeviceFamily = { 1 } }, at = "Info.plist" },
      { info = { MinimumOSVersion = "6.1" }, without = "UIDeviceFamily", at = "Info.plist" },
      {
        info = { MinimumOSVersion = "6.0", UIDeviceFamily = { 2 }, CFBundleIconFiles = { "A", "B", "C", "D" } },
        files = {
          ["A.png"] = { png = { width = 57 } }, ["B.png"] = { png = { width = 144 } }, ["C.png"] = { png = { width = 50 } },
          ["D.png"] = { png = { width = 100 } },
        },
        at = "Info.plist",
      },
      {
        info = { MinimumOSVersion = "6.0", UIDeviceFamily = { 1 }, CFBundleIconFiles = { "A", "B", "C", "D" } },
        files = {
          ["A.png"] = { png = { width = 57, height = 60 } }, ["B.png"] = { png = { width = 114 } }, ["C.png"] = { png = { width = 29 } },
          ["D.png"] = { png = { width = 58 } },
        },
        at = "Info.plist",
      },
    },
  },
}
