local values = import "apple.values"

-- Where Info.plist contains type identifiers.
local places = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/UTExportedTypeDeclarations/*/UTTypeIdentifier",
  "/UTImportedTypeDeclarations/*/UTTypeIdentifier",
  "/UTExportedTypeDeclarations/*/UTTypeConformsTo", "/UTImportedTypeDeclarations/*/UTTypeConformsTo",
  "/UTExportedTypeDeclarations/*/UTTypeConformsTo/*", "/UTImportedTypeDeclarations/*/UTTypeConformsTo/*",
  "/NSExtension/NSExtensionAttributes/QLSupportedContentTypes/*", "/NSExtension/NSExtensionAttributes/CSSupportedContentTypes/*",
}

rule "type-identifiers" {
  summary   = "Type identifiers must consist of letters, digits, hyphens and periods",
  severity  = "warning",
  rationale = "The system ignores a type whose identifier contains a space, a slash, an underscore or another character of ASCII: "
    .. "documents of that type do not open in the app. An underscore, which is not known to do harm, is a note.",
  source    = "Uniform Type Identifiers Overview: The Character Set",
  tags      = { "S3" },
  applies   = { key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "NSExtension" } },
  check     = function(bundle, report)
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local identifier = values.text(entry.value)
        local character = identifier and identifier:match("[^%w.\x80-\xff-]")
        if character then
          report:at(entry.node, entry.key, "the type identifier '%s' contains '%s'", identifier, character, {
            expected = "letters, digits, hyphens and periods, such as public.plain-text",
            fix = "write the identifier without '" .. character .. "' wherever it is used",
            severity = character == "_" and "note" or nil,
          })
        elseif identifier and not identifier:find("%.") then
          report:at(entry.node, entry.key, "the type identifier '%s' has no domain", identifier, {
            expected = "an identifier in reverse-DNS form, such as public.plain-text",
            fix = "prefix it with your reversed domain wherever it is used",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleExecutable = {}, CFBundleIdentifier = {} } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.plain-text", "com.example.größe2", "$(TYPE ID)", 1 } } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.x", UTTypeConformsTo = "public.data" } } } },
    },
    fail = {
      {
        kind = "extension", info = { NSExtension = { NSExtensionAttributes = { QLSupportedContentTypes = { "public.data", "md" } } } },
        at = "/NSExtension/NSExtensionAttributes/QLSupportedContentTypes/1",
      },
      {
        kind = "extension", info = { NSExtension = { NSExtensionAttributes = { CSSupportedContentTypes = { "text/plain" } } } },
        at = "/NSExtension/NSExtensionAttributes/CSSupportedContentTypes/0",
      },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "sheet" } } } }, at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0" },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.data", "public.plain text" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/1",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.my_type" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "image/png" } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.x", UTTypeConformsTo = "public,data" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.x", UTTypeConformsTo = { "public.data " } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo/0",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "com.example.x", UTTypeConformsTo = { "public:data" } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo/0",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "com.example.x", UTTypeConformsTo = "*" } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeConformsTo",
      },
    },
  },
}
