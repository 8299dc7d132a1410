local types = import "apple.key_types.system_types"
local values = import "apple.values"

local patterns = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/CFBundleDocumentTypes/*/NSExportableTypes/*",
  "/UTExportedTypeDeclarations/*/UTTypeConformsTo", "/UTExportedTypeDeclarations/*/UTTypeConformsTo/*",
  "/UTImportedTypeDeclarations/*/UTTypeConformsTo", "/UTImportedTypeDeclarations/*/UTTypeConformsTo/*",
}

rule "misspelt-types" {
  summary   = "Types of the system must not be misspelled",
  severity  = "warning",
  rationale = "No file has a type that nobody declares: with public.jpge instead of public.jpeg, the app opens no JPEG file. The "
    .. "rule is silent about names that resemble no type of the system, because another app may declare them.",
  source    = "Uniform Type Identifiers Reference: System-Declared Uniform Type Identifiers",
  tags      = { "S3" },
  applies   = { key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } },
  check     = function(bundle, report)
    for _, pattern in ipairs(patterns) do
      for _, entry in ipairs(plist.find(bundle.info, pattern)) do
        local text = values.text(entry.value)
        local found = text and types.meant(text)
        if found and not types.is_declared(bundle, text) then
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
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.plain-tex" } } } },
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
