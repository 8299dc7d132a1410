local named = import "apple.icons.named"
local values = import "apple.values"

-- The sizes of document icons in pixels, by device family.
local sizes = { [1] = { "22 × 29", "44 × 58" }, [2] = { "64 × 64", "320 × 320" } }
local known = {}
for _, list in pairs(sizes) do
  for _, size in ipairs(list) do known[size] = true end
end

rule "document-icon-sizes" {
  summary   = "Document icons must have the sizes of the devices: 22 × 29 and 44 × 58 pixels, on the iPad 64 × 64 and 320 × 320",
  severity  = "warning",
  rationale = "Systems before iOS 11 scale and crop an image of another size; without any image they draw the app icon on a sheet.",
  source    = "Information Property List Key Reference: table 3, document icon sizes",
  tags      = { "S3" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "11.0" }, key = "CFBundleDocumentTypes" },
  check = function(bundle, report)
    for _, entry in ipairs(plist.find(bundle.info, "/CFBundleDocumentTypes/*/CFBundleTypeIconFiles")) do
      local there = {}
      for _, name in ipairs(values.list(entry.value)) do
        for _, path in ipairs(type(name) == "string" and named.files(bundle, name) or {}) do
          -- type-icons reports a damaged one.
          local png = values.png(bundle.files[path])
          local size = png and ("%d × %d"):format(png.width, png.height)
          if size then
            there[size] = true
            if not known[size] then
              report:file(path, "the size of the document icon is %s pixels", size, {
                expected = "22 × 29, 44 × 58, 64 × 64 or 320 × 320", fix = "export it in one of these sizes",
              })
            end
          end
        end
      end
      for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do
        for _, size in ipairs(next(there) and sizes[family] or {}) do
          if not there[size] then
            report:at(entry.node, entry.key, "the document type has no icon of %s pixels", size, {
              expected = "an image of this size", fix = "add the image and name it here", severity = "note", discriminator = size,
            })
          end
        end
      end
    end
  end,
  examples = {
    pass = {
      {
        info = { MinimumOSVersion = "8.0", CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Small", "Pad", "Big" } } } },
        files = {
          ["Small.png"] = { png = { width = 22, height = 29 } }, ["Small@2x.png"] = { png = { width = 44, height = 58 } },
          ["Pad.png"] = { png = { width = 64 } }, ["Big.png"] = { png = { width = 320 } },
        },
      },
      { info = {
        MinimumOSVersion = "8.0", CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Gone", 1 } }, { CFBundleTypeIconFiles = "x" } },
      } },
    },
    fail = {
      {
        info = { MinimumOSVersion = "8.0", UIDeviceFamily = { 1 }, CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Small" } } } },
        files = { ["Small.png"] = { png = { width = 22, height = 29 } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeIconFiles",
      },
      {
        info = { MinimumOSVersion = "10.3", UIDeviceFamily = { 3 }, CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Pad" } } } },
        files = { ["Pad.png"] = { png = { width = 29 } } },
        at = "Pad.png",
      },
    },
  },
}
