local values = import "apple.values"

-- Names that people expect among the system's public types, and the types that exist. Names that merely are not known here are not
-- reported: each system adds some.
local meant = {
  all = "public.item", any = "public.item", app = "com.apple.application-bundle", bmp = "com.microsoft.bmp",
  csv = "public.comma-separated-values-text", doc = "com.microsoft.word.doc", document = "public.content",
  docx = "org.openxmlformats.wordprocessingml.document", epub = "org.idpf.epub-container", excel = "com.microsoft.excel.xls",
  file = "public.data", files = "public.data", flac = "org.xiph.flac", gif = "com.compuserve.gif", gz = "org.gnu.gnu-zip-archive",
  gzip = "org.gnu.gnu-zip-archive", ico = "com.microsoft.ico", images = "public.image", javascript = "com.netscape.javascript-source",
  jpg = "public.jpeg", js = "com.netscape.javascript-source", m4a = "com.apple.m4a-audio", markdown = "net.daringfireball.markdown",
  md = "net.daringfireball.markdown", mov = "com.apple.quicktime-movie", movies = "public.movie", mp4 = "public.mpeg-4",
  ["mp3-audio"] = "public.mp3", ["mpeg-4-movie"] = "public.mpeg-4", pdf = "com.adobe.pdf", photo = "public.image", photos = "public.image",
  pkcs12 = "com.rsa.pkcs-12", plain = "public.plain-text", plaintext = "public.plain-text", plist = "com.apple.property-list",
  pptx = "org.openxmlformats.presentationml.presentation", ["property-list"] = "com.apple.property-list", psd = "com.adobe.photoshop-image",
  quicktime = "com.apple.quicktime-movie", rtfd = "com.apple.rtfd", sqlite = "public.database", svg = "public.svg-image",
  tif = "public.tiff", txt = "public.plain-text", videos = "public.movie", wav = "com.microsoft.waveform-audio",
  wave = "com.microsoft.waveform-audio", word = "com.microsoft.word.doc", xls = "com.microsoft.excel.xls",
  xlsx = "org.openxmlformats.spreadsheetml.sheet", yml = "public.yaml", zip = "public.zip-archive",
}

-- Where Info.plist names types of the system.
local places = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/UTExportedTypeDeclarations/*/UTTypeConformsTo",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo", "/UTExportedTypeDeclarations/*/UTTypeConformsTo/*",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo/*", "/NSExtension/NSExtensionAttributes/QLSupportedContentTypes/*",
  "/NSExtension/NSExtensionAttributes/CSSupportedContentTypes/*", "/NSServices/*/NSSendFileTypes/*",
}

-- The types that the bundle declares itself.
local function declared(info)
  local result = {}
  for _, place in ipairs { "/UTExportedTypeDeclarations/*/UTTypeIdentifier", "/UTImportedTypeDeclarations/*/UTTypeIdentifier" } do
    for _, entry in ipairs(plist.find(info, place)) do
      if type(entry.value) == "string" then result[entry.value:lower()] = true end
    end
  end
  return result
end

-- For the examples.
local function types(...) return { CFBundleDocumentTypes = { { LSItemContentTypes = { ... } } } } end
local first = "/CFBundleDocumentTypes/0/LSItemContentTypes/0"

rule "public-types" {
  summary   = "Types whose names start with 'public.' must be types that the system has",
  severity  = "error",
  rationale = "Only the system declares public types, and many common ones are not among them: com.adobe.pdf, com.compuserve.gif, "
    .. "net.daringfireball.markdown. With a type that nobody declares, the app is never offered for its documents.",
  source    = { "Uniform Type Identifiers: System-declared uniform type identifiers", "UTCoreTypes.h" },
  applies   = {
    key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "NSExtension", "NSServices" },
  },
  check     = function(bundle, report)
    local own
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local name = values.text(entry.value)
        local wanted = name and meant[name:lower():match("^public%.(.*)")]
        if wanted then
          own = own or declared(bundle.info)
          if not own[name:lower()] then
            report:at(entry.node, entry.key, "the system has no type '%s'", name, { expected = wanted, fix = "write " .. wanted })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = types("public.plain-text", "com.adobe.pdf", "public.heic", "public.new-type", 1, "com.example.public.pdf") },
      { info = {
        CFBundleDocumentTypes = { { LSItemContentTypes = { "public.md" } } },
        UTImportedTypeDeclarations = { { UTTypeIdentifier = "public.MD" } },
      } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "public.md", UTTypeConformsTo = "public.text" } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = 1, UTTypeConformsTo = { "public.text" } } } } },
    },
    fail = {
      { info = types("public.pdf"), at = first }, { info = types("public.Markdown"), at = first },
      { info = types("public.csv"), at = first },
      { info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = "public.file" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo" },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeConformsTo = { "public.data", "public.zip" } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo/1",
      },
      { info = { UTImportedTypeDeclarations = { { UTTypeConformsTo = "public.zip" } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo" },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = { "public.zip" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo/0",
      },
      { info = { NSServices = { { NSSendFileTypes = { "public.jpg" } } } }, at = "/NSServices/0/NSSendFileTypes/0" },
      {
        kind = "extension", at = "/NSExtension/NSExtensionAttributes/QLSupportedContentTypes/0",
        info = { NSExtension = {
          NSExtensionPointIdentifier = "com.apple.quicklook.preview", NSExtensionAttributes = { QLSupportedContentTypes = { "public.md" } },
        } },
      },
      {
        kind = "extension", at = "/NSExtension/NSExtensionAttributes/CSSupportedContentTypes/0",
        info = { NSExtension = {
          NSExtensionPointIdentifier = "com.apple.spotlight.import", NSExtensionAttributes = { CSSupportedContentTypes = { "public.md" } },
        } },
      },
    },
  },
}
