local formats = import "apple.resources.formats"
local values = import "apple.values"

local patterns = {
  "/CFBundleDocumentTypes/*/CFBundleTypeIconFile", "/CFBundleDocumentTypes/*/CFBundleTypeIconFiles/*",
  "/CFBundleURLTypes/*/CFBundleURLIconFile",
  "/UTExportedTypeDeclarations/*/UTTypeIconFile", "/UTExportedTypeDeclarations/*/UTTypeIconFiles/*",
  "/UTImportedTypeDeclarations/*/UTTypeIconFile", "/UTImportedTypeDeclarations/*/UTTypeIconFiles/*",
}
-- Suffixes that may follow the name as written.
local endings = { "", ".icns", ".png", "@2x.png", "@3x.png", "~ipad.png", "@2x~ipad.png", "~iphone.png", "@2x~iphone.png" }

-- The path of the icon; nil if there is none.
local function find(bundle, name)
  local plain = name:gsub("%.png$", "")
  for _, ending in ipairs(endings) do
    local path = bundles.resource(bundle, plain .. ending)
    if path then return path end
  end
  return nil
end

-- Whether the file is not a complete PNG file. contents-match-extension reports files that are not images; on the Mac, files-are-whole
-- damaged icon families.
local function is_damaged(file, path)
  return file and file.type == "file" and path:find("%.png$") and (file.problem or not file.png and not formats.is_never_image(file.format))
end

rule "type-icons" {
  summary   = "The resources must contain the icons of document and URL types, in the same letter case as in Info.plist",
  severity  = "warning",
  rationale = "If an icon is missing, the documents show a blank one.",
  source    = "Information Property List Key Reference: Core Foundation Keys",
  tags      = { "S13", "S3" },
  applies   = {
    kind = { "application", "extension", "plugin" },
    key = { "CFBundleDocumentTypes", "CFBundleURLTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" },
  },
  check     = function(bundle, report)
    local seen = {}
    for _, pattern in ipairs(patterns) do
      for _, entry in ipairs(plist.find(bundle.info, pattern)) do
        local name = values.text(entry.value)
        local path = name and find(bundle, name)
        if path and not seen[path] and is_damaged(bundle.files[path], path) then
          seen[path] = true
          report:file(path, "the icon is not a complete PNG file", {
            expected = "a PNG file", fix = "export the image again", discriminator = "",
          })
        elseif name and not path then
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
        files = {
          ["Contents/Resources/Doc.icns"] = { icns = { types = { "ic07" } } },
          ["Contents/Resources/Old.icns"] = { icns = { types = { "ic07" } } },
        },
      },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Doc", "Big.png", "" } } } },
        files = { ["Doc@2x.png"] = { png = { width = 44 } }, ["Big@2x.png"] = { png = { width = 320 } } },
      },
      { kind = "extension" }, { kind = "plugin" },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc.pngs" }, { CFBundleTypeIconFile = "A.png.icns" } } },
        files = { ["Contents/Resources/Doc.pngs"] = { base64 = "/9j/4A==" }, ["Contents/Resources/A.png.icns"] = "" },
      },
      { platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Doc" } } } }, files = { ["Doc.png"] = "x" } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc" } } } } } },
    },
    fail = {
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Doc" } } } },
        files = { ["Doc.png"] = { base64 = "/9j/4A==" } },
        at = "Doc.png",
      },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "Doc", "Doc.png" } } } },
        files = { ["Doc.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } },
        at = "Doc.png", count = 1,
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeIconFile" },
      {
        kind = "extension", info = { UTImportedTypeDeclarations = { { UTTypeIconFile = "Doc" } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeIconFile",
      },
      {
        kind = "plugin", info = { UTImportedTypeDeclarations = { { UTTypeIconFiles = { "Doc" } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeIconFiles/0",
      },
      {
        info = { CFBundleURLTypes = { { CFBundleURLIconFile = "url" } } }, files = { ["Contents/Resources/URL.icns"] = "" },
        at = "/CFBundleURLTypes/0/CFBundleURLIconFile",
      },
      {
        platform = "ios", info = { UTExportedTypeDeclarations = { { UTTypeIconFiles = { "Type.png" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIconFiles/0",
      },
    },
  },
}
