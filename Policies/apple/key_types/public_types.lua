local types = import "apple.key_types.system_types"
local values = import "apple.values"

-- Where Info.plist names types of the system.
local places = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/CFBundleDocumentTypes/*/NSExportableTypes/*",
  "/UTExportedTypeDeclarations/*/UTTypeConformsTo",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo", "/UTExportedTypeDeclarations/*/UTTypeConformsTo/*",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo/*", "/NSExtension/NSExtensionAttributes/QLSupportedContentTypes/*",
  "/NSExtension/NSExtensionAttributes/CSSupportedContentTypes/*", "/NSServices/*/NSSendFileTypes/*",
}

-- Whether a list has a type that may exist: then the wrong one beside it does no harm.
local function has_other(node)
  for _, value in ipairs(plist.type(node) == "array" and node or {}) do
    local name = values.text(value)
    if name and not types.instead(name) then return true end
  end
  return false
end

-- For the examples.
local function documents(...) return { CFBundleDocumentTypes = { { LSItemContentTypes = { ... } } } } end
local first = "/CFBundleDocumentTypes/0/LSItemContentTypes/0"

rule "public-types" {
  summary   = "Types whose names start with 'public.' must be types that the system has",
  severity  = "error",
  rationale = "Only the system declares public types, and many common ones are not among them: com.adobe.pdf, com.compuserve.gif, "
    .. "net.daringfireball.markdown. With a type that nobody declares, the app is never offered for its documents. Beside another type, "
    .. "it is a warning, as in UTTypeConformsTo. An unknown public type is a note, because each system version adds some.",
  source    = { "Uniform Type Identifiers: System-declared uniform type identifiers", "UTCoreTypes.h" },
  applies   = {
    key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "NSExtension", "NSServices" },
  },
  check     = function(bundle, report)
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local name = values.text(entry.value)
        local is_public = name and name:lower():find("^public%.") and not types.is_declared(bundle, name)
        local wanted = is_public and types.instead(name)
        if wanted then
          local is_certain = not place:find("UTTypeConformsTo") and not has_other(entry.node)
          report:at(entry.node, entry.key, "the system has no type '%s'", name, {
            expected = wanted, fix = "write " .. wanted, severity = not is_certain and "warning" or nil,
          })
        -- misspelt-types reports what resembles a type of the system.
        elseif is_public and not types.is_known(name:lower()) and not types.meant(name) then
          report:at(entry.node, entry.key, "'%s' is not a known type of the system", name, {
            expected = "a public type of the system", fix = "declare it if older systems must know it; otherwise, correct the name",
            severity = "note",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = "x", UTExportedTypeDeclarations = "x" } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = "public.pdf" } } } },
      {}, { info = documents("public.app-category.games", "public.JPEG", "public.rust-source") },
      { info = documents("public.plain-text", "com.adobe.pdf", "public.heic", 1, "com.example.public.pdf") },
      { info = {
        CFBundleDocumentTypes = { { LSItemContentTypes = { "public.md" } } },
        UTImportedTypeDeclarations = { { UTTypeIdentifier = "public.MD" } },
      } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "public.md", UTTypeConformsTo = "public.text" } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = 1, UTTypeConformsTo = { "public.text" } } } } },
    },
    fail = {
      { info = documents("public.pdf"), at = first }, { info = documents("public.Markdown"), at = first },
      { info = documents("public.csv"), at = first }, { info = documents("public.new-type"), at = first },
      { info = documents("public.pdf", "com.adobe.pdf"), at = first },
      { info = documents("public.pdf", "public.md", 1), at = {
        first, "/CFBundleDocumentTypes/0/LSItemContentTypes/1",
      } },
      { info = { CFBundleDocumentTypes = { { NSExportableTypes = { "public.zip" } } } },
        at = "/CFBundleDocumentTypes/0/NSExportableTypes/0" },
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
