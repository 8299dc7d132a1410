local is_slip = import "apple.custom_keys.slips"
local values = import "apple.values"

-- Types that the system declares. The list need not be complete: it is only used to find the type that a misspelled one resembles.
local known = {
  "public.item", "public.content", "public.composite-content", "public.data", "public.database", "public.calendar-event", "public.message",
  "public.presentation", "public.spreadsheet", "public.contact", "public.archive", "public.disk-image", "public.text", "public.plain-text",
  "public.utf8-plain-text", "public.utf16-plain-text", "public.utf16-external-plain-text", "public.rtf", "public.html", "public.xhtml",
  "public.xml",
  "public.json", "public.yaml", "public.css", "public.source-code", "public.assembly-source", "public.c-source",
  "public.objective-c-source",
  "public.swift-source", "public.c-plus-plus-source", "public.c-header", "public.c-plus-plus-header", "public.script",
  "public.shell-script",
  "public.python-script", "public.ruby-script", "public.perl-script", "public.php-script", "public.make-source", "public.log",
  "public.delimited-values-text", "public.comma-separated-values-text", "public.tab-separated-values-text", "public.image", "public.jpeg",
  "public.jpeg-2000",
  "public.tiff", "public.png", "public.svg-image", "public.heic", "public.heif", "public.avif", "public.camera-raw-image", "public.fax",
  "public.xbitmap-image",
  "public.audiovisual-content", "public.movie", "public.video", "public.audio", "public.mpeg", "public.mpeg-4", "public.mpeg-4-audio",
  "public.mpeg-2-video",
  "public.mp3", "public.avi", "public.3gpp", "public.3gpp2", "public.aiff-audio", "public.aifc-audio", "public.ulaw-audio",
  "public.au-audio",
  "public.playlist", "public.m3u-playlist", "public.directory", "public.folder", "public.volume", "public.symlink", "public.executable",
  "public.unix-executable",
  "public.url", "public.file-url", "public.url-name", "public.vcard", "public.email-message", "public.to-do-item", "public.font",
  "public.opentype-font",
  "public.truetype-font", "public.truetype-ttf-font", "public.truetype-collection-font", "public.zip-archive", "public.tar-archive",
  "public.bookmark",
  "public.3d-content", "public.toml", "public.geojson", "public.ics", "public.xlf", "public.bzip2-archive", "public.cpio-archive",
  "public.filename-extension",
  "com.adobe.pdf", "com.adobe.postscript", "com.adobe.photoshop-image", "com.adobe.illustrator.ai-image", "com.compuserve.gif",
  "com.microsoft.bmp",
  "com.microsoft.ico", "com.microsoft.word.doc", "com.microsoft.excel.xls", "com.microsoft.powerpoint.ppt", "com.microsoft.waveform-audio",
  "com.microsoft.windows-executable", "com.netscape.javascript-source", "com.sun.java-source", "com.sun.java-archive",
  "com.pkware.zip-archive",
  "org.gnu.gnu-zip-archive", "org.gnu.gnu-tar-archive", "org.openxmlformats.wordprocessingml.document",
  "org.openxmlformats.spreadsheetml.sheet",
  "org.openxmlformats.presentationml.presentation", "org.idpf.epub-container", "org.webmproject.webp", "com.apple.package",
  "com.apple.bundle",
  "com.apple.application", "com.apple.application-bundle", "com.apple.framework", "com.apple.plugin", "com.apple.property-list",
  "com.apple.xml-property-list",
  "com.apple.binary-property-list", "com.apple.rtfd", "com.apple.flat-rtfd", "com.apple.webarchive", "com.apple.quicktime-movie",
  "com.apple.m4a-audio",
  "com.apple.m4v-video", "com.apple.protected-mpeg-4-audio", "com.apple.protected-mpeg-4-video", "com.apple.coreaudio-format",
  "com.apple.pict", "com.apple.icns",
  "com.apple.quicktime-image", "com.apple.disk-image", "com.apple.internet-location", "com.apple.resolvable", "com.apple.alias-file",
  "com.apple.ical.ics",
  "com.apple.keynote.key", "com.apple.iwork.keynote.key", "com.apple.iwork.pages.pages", "com.apple.iwork.numbers.numbers", "com.apple.log",
  "com.apple.applescript.text",
  "com.apple.applescript.script", "com.apple.xcode.project", "com.apple.interfacebuilder.document",
}

local is_known = {}
for _, name in ipairs(known) do is_known[name] = true end

local patterns = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/CFBundleDocumentTypes/*/NSExportableTypes/*",
  "/UTExportedTypeDeclarations/*/UTTypeConformsTo", "/UTExportedTypeDeclarations/*/UTTypeConformsTo/*",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo", "/UTImportedTypeDeclarations/*/UTTypeConformsTo/*",
}

-- Returns the type that a string misspells, or nil if it is a type of the system or does not resemble one. Only names that begin
-- like the system's are compared, because anybody may declare others.
local function meant(text)
  local name = text:lower()
  if #name < 10 or is_known[name] or not (name:find("^pub%l*%.") or name:find("^com%.a") or name:find("^com%.m") or name:find("^com%.c")
    or name:find("^org%.")) then
    return nil
  end
  for _, candidate in ipairs(known) do
    if is_slip(name, candidate) then return candidate end
  end
  return nil
end

local function is_declared(bundle, identifier)
  for _, key in ipairs { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } do
    for _, entry in ipairs(values.list(bundle.info[key])) do
      local own = values.dictionary(entry).UTTypeIdentifier
      if type(own) == "string" and own:lower() == identifier:lower() then return true end
    end
  end
  return false
end

rule "misspelt-types" {
  summary   = "Types of the system must not be misspelled",
  severity  = "warning",
  rationale = "No file has a type that nobody declares: with public.plaintext instead of public.plain-text, the app opens no text. The "
    .. "rule is silent about names that resemble no type of the system, because another app may declare them.",
  source    = "Uniform Type Identifiers Reference: System-Declared Uniform Type Identifiers",
  tags      = { "S3" },
  applies   = { key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } },
  check     = function(bundle, report)
    for _, pattern in ipairs(patterns) do
      for _, entry in ipairs(plist.find(bundle.info, pattern)) do
        local text = values.text(entry.value)
        local found = text and meant(text)
        if found and not is_declared(bundle, text) then
          report:at(entry.node, entry.key, "the system does not declare the type '%s'; did you mean %s?", text, found, {
            expected = found, fix = "write " .. found .. ", or declare the type",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleExecutable = {}, CFBundleIdentifier = {} } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = {
        "public.plain-text", "Public.JPEG", "com.adobe.pdf", "com.example.sheet", "$(TYPE)",
      } } } } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "net.apple.package", "public.ai", "com.acme.pdf", 1 } } } } },
      { info = {
        CFBundleDocumentTypes = { { LSItemContentTypes = { "com.adobe.pdfs", "public.jsonl" } } },
        UTExportedTypeDeclarations = { "x", { UTTypeIdentifier = 1 }, { UTTypeIdentifier = "com.adobe.PDFs" } },
        UTImportedTypeDeclarations = { { UTTypeIdentifier = "public.jsonl" } },
      } },
    },
    fail = {
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.plaintext" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.adobe.pdff" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.jpge" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "pubic.image" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.compuserv.gif" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.microsoft.bmps" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "org.webmproject.webb" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { NSExportableTypes = { "public.htm" } } } },
        at = "/CFBundleDocumentTypes/0/NSExportableTypes/0",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = { "com.apple.packages" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo/0",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = "public.dataa" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo",
      },
      {
        platform = "ios", info = { UTImportedTypeDeclarations = { { UTTypeConformsTo = { "public.contents" } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo/0",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeConformsTo = "public.imagee" } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo",
      },
    },
  },
}
