local values = import "apple.values"

local patterns = {
  "/CFBundleDocumentTypes/*/CFBundleTypeIconFile", "/CFBundleDocumentTypes/*/CFBundleTypeIconFiles/*",
  "/CFBundleURLTypes/*/CFBundleURLIconFile",
  "/UTExportedTypeDeclarations/*/UTTypeIconFile", "/UTExportedTypeDeclarations/*/UTTypeIconFiles/*",
  "/UTImportedTypeDeclarations/*/UTTypeIconFile", "/UTImportedTypeDeclarations/*/UTTypeIconFiles/*",
}
-- What may follow the name as written.
local endings = { "", ".icns", ".png", "@2x.png", "@3x.png", "~ipad.png", "@2x~ipad.png", "~iphone.png", "@2x~iphone.png" }

local function is_there(bundle, name)
  local plain = name:gsub("%.png", "")
  for _, ending in ipairs(endings) do
    if bundles.resource(bundle, plain .. ending) then return true end
  end
  return false
end

rule "type-icons" {
  summary   = "The resources must contain the icons of document and URL types, in the same letter case as in Info.plist",
  severity  = "warning",
  rationale = "If an icon is missing, the documents show a blank one.",
  source    = "Information Property List Key Reference: Core Foundation Keys",
  tags      = { "S13", "S3" },
  applies   = { kind = { "application", "extension", "plugin" } },
  check     = function(bundle, report)
    for _, pattern in ipairs(patterns) do
      for _, entry in ipairs(plist.find(bundle.info, pattern)) do
        local name = values.text(entry.value)
        if name and not is_there(bundle, name) then
          report:at(entry.node, entry.key, "the resources contain no icon '%s'", name, {
            expected = "a file with exactly this name, including letter case", fix = "add the file, or correct the name",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc" }, { CFBundleTypeIconFile = "Old.icns" }, "x" } },
        files = { ["Contents/Resources/Doc.icns"] = { icns = { types = { "ic07" } } }, ["Contents/Resources/Old.icns"] = { icns = { types = { "ic07" } } } },
      },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Doc", "Big.png", "" } } } },
        files = { ["Doc@2x.png"] = "", ["Big@2x.png"] = "" },
      },
      { kind = "extension" }, { kind = "plugin" },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc" } } } } } },
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc" } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLIconFile = "url" } } }, files = { ["Contents/Resources/URL.icns"] = "" } },
      { platform = "ios", info = { UTExportedTypeDeclarations = { { UTTypeIconFiles = { "Type.png" } } } } },
    },
  },
}
