local is_slip = import "apple.custom_keys.slips"
local values = import "apple.values"

-- Types that the system declares, as of macOS 13 and with what is known of later systems.
local known = {
  "public.3d-content", "public.3gpp", "public.3gpp2", "public.aac-audio", "public.ac3-audio", "public.ada-source", "public.aifc-audio",
  "public.aiff-audio", "public.alembic", "public.archive", "public.assembly-source", "public.au-audio", "public.audio",
  "public.audiovisual-content", "public.audiovisual-content-collection", "public.avchd-collection", "public.avci", "public.avcs",
  "public.avi", "public.avif", "public.bash-script", "public.block-special", "public.bookmark", "public.bzip2-archive", "public.c-header",
  "public.c-plus-plus-header", "public.c-plus-plus-inline-header", "public.c-plus-plus-source", "public.c-plus-plus-source.preprocessed",
  "public.c-source", "public.c-source.preprocessed", "public.calendar-event", "public.camera-raw-image", "public.case-insensitive-text",
  "public.cd-based-media", "public.cd-media", "public.cd-r-media", "public.cd-rw-media", "public.cdda-audio", "public.character-special",
  "public.comma-separated-values-text", "public.composite-content", "public.computer", "public.contact", "public.content",
  "public.cpio-archive", "public.csh-script", "public.css", "public.data", "public.database", "public.delimited-values-text",
  "public.device", "public.directory", "public.disk-image", "public.display", "public.downloadable-sound", "public.dv-movie",
  "public.dvd-based-media", "public.dvd-media", "public.dvd-plus-r-media", "public.dvd-plus-rw-media", "public.dvd-r-media",
  "public.dvd-ram-media", "public.dvd-rw-media", "public.dylan-source", "public.elf-binary", "public.email-message",
  "public.enhanced-ac3-audio", "public.executable", "public.fax", "public.file-sharepoint", "public.file-url", "public.filename-extension",
  "public.flc-animation", "public.folder", "public.font", "public.fortran-77-source", "public.fortran-90-source",
  "public.fortran-95-source", "public.fortran-source", "public.generic-pc", "public.geojson", "public.geometry-definition-format",
  "public.haptics-content", "public.hd-dvd-based-media", "public.hd-dvd-media", "public.hd-dvd-r-media", "public.hd-dvd-ram-media",
  "public.hd-dvd-rw-media", "public.heic", "public.heics", "public.heif", "public.heif-standard", "public.heifs", "public.html",
  "public.ics", "public.image", "public.item", "public.jpeg", "public.jpeg-2000", "public.jpeg-xl", "public.json", "public.ksh-script",
  "public.lex-source", "public.log", "public.m3u-playlist", "public.make-source", "public.message", "public.midi-audio",
  "public.mig-source", "public.mime-type", "public.movie", "public.mp2", "public.mp3", "public.mp4a-latm", "public.mp4a-loas",
  "public.mpeg", "public.mpeg-2-transport-stream", "public.mpeg-2-video", "public.mpeg-4", "public.mpeg-4-audio", "public.mpo-image",
  "public.named-pipe", "public.ndjson", "public.object-code", "public.objective-c-plus-plus-source",
  "public.objective-c-plus-plus-source.preprocessed", "public.objective-c-source", "public.objective-c-source.preprocessed", "public.ofd",
  "public.opentype-collection-font", "public.opentype-font", "public.optical-storage-media", "public.pascal-source", "public.patch-file",
  "public.perl-script", "public.php-script", "public.plain-text", "public.playlist", "public.pls-playlist", "public.png",
  "public.polygon-file-format", "public.precompiled-c-header", "public.precompiled-c-plus-plus-header", "public.presentation",
  "public.protobuf-source", "public.python-script", "public.rss", "public.rtf", "public.ruby-script", "public.rust-source",
  "public.script", "public.shell-script", "public.socket", "public.source-code", "public.source-code.preprocessed", "public.speaker",
  "public.spreadsheet", "public.standard-tesselated-geometry-format", "public.storage", "public.stored-url", "public.svg-image",
  "public.swift-source", "public.symlink", "public.tab-separated-values-text", "public.tar-archive", "public.tar-bzip2-archive",
  "public.tcsh-script", "public.text", "public.tiff", "public.to-do-item", "public.toml", "public.truetype-collection-font",
  "public.truetype-font", "public.truetype-ttf-font", "public.ulaw-audio", "public.unix-executable", "public.url", "public.url-name",
  "public.utf16-external-plain-text", "public.utf16-plain-text", "public.utf8-plain-text", "public.utf8-tab-separated-values-text",
  "public.uuencoded-archive", "public.vcard", "public.video", "public.volume", "public.x509-certificate", "public.xbitmap-image",
  "public.xfd", "public.xhtml", "public.xlf", "public.xml", "public.yacc-source", "public.yaml", "public.z-archive", "public.zip-archive",
  "public.zsh-script",
  "com.adobe.pdf", "com.adobe.postscript", "com.adobe.photoshop-image", "com.adobe.illustrator.ai-image", "com.compuserve.gif",
  "com.microsoft.bmp", "com.microsoft.ico", "com.microsoft.word.doc", "com.microsoft.excel.xls", "com.microsoft.powerpoint.ppt",
  "com.microsoft.waveform-audio", "com.microsoft.windows-executable", "com.netscape.javascript-source", "com.sun.java-source",
  "com.sun.java-archive", "com.pkware.zip-archive", "org.gnu.gnu-zip-archive", "org.gnu.gnu-tar-archive",
  "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.spreadsheetml.sheet",
  "org.openxmlformats.presentationml.presentation", "org.idpf.epub-container", "org.webmproject.webp", "com.apple.package",
  "com.apple.bundle", "com.apple.application", "com.apple.application-bundle", "com.apple.framework", "com.apple.plugin",
  "com.apple.property-list", "com.apple.xml-property-list", "com.apple.binary-property-list", "com.apple.rtfd", "com.apple.flat-rtfd",
  "com.apple.webarchive", "com.apple.quicktime-movie", "com.apple.m4a-audio", "com.apple.m4v-video", "com.apple.protected-mpeg-4-audio",
  "com.apple.protected-mpeg-4-video", "com.apple.coreaudio-format", "com.apple.pict", "com.apple.icns", "com.apple.quicktime-image",
  "com.apple.disk-image", "com.apple.internet-location", "com.apple.resolvable", "com.apple.alias-file", "com.apple.ical.ics",
  "com.apple.keynote.key", "com.apple.iwork.keynote.key", "com.apple.iwork.pages.pages", "com.apple.iwork.numbers.numbers",
  "com.apple.log", "com.apple.applescript.text", "com.apple.applescript.script", "com.apple.xcode.project",
  "com.apple.interfacebuilder.document",
}

local is_known = {}
for _, name in ipairs(known) do is_known[name] = true end

-- Names that people expect among the system's public types, and the types that exist.
local instead = {
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

local types = {}

-- Whether the system declares a type, whose name is in lower case.
function types.is_known(name) return is_known[name] == true or name:find("^public%.app%-category") ~= nil end

-- Returns the type that exists instead of one that people expect; nil for any other name.
function types.instead(name) return instead[name:lower():match("^public%.(.*)")] end

-- Returns the type that a string misspells, or nil if it is a type of the system or does not resemble one. Only names that begin
-- like the system's are compared, because anybody may declare others.
function types.meant(text)
  local name = text:lower()
  if #name < 10 or types.is_known(name) or types.instead(name) then return nil end
  if not (name:find("^pub%l*%.") or name:find("^com%.[acm]") or name:find("^org%.")) then return nil end
  for _, candidate in ipairs(known) do
    if is_slip(name, candidate) then return candidate end
  end
  return nil
end

-- Whether the bundle itself declares a type.
function types.is_declared(bundle, identifier)
  for _, key in ipairs { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } do
    for _, entry in ipairs(values.list(bundle.info[key])) do
      local own = values.dictionary(entry).UTTypeIdentifier
      if type(own) == "string" and own:lower() == identifier:lower() then return true end
    end
  end
  return false
end

return types
