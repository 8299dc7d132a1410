local values = import "apple.values"

-- Adds the types that a bundle and those inside it declare.
local function gather(bundle, declared)
  for _, key in ipairs { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } do
    for _, entry in ipairs(values.list(bundle.info[key])) do
      local identifier = values.dictionary(entry).UTTypeIdentifier
      if type(identifier) == "string" then declared[identifier:lower()] = true end
    end
  end
  for _, nested in ipairs(bundle.bundles) do gather(nested, declared) end
end

rule "own-types" {
  summary   = "An app must declare the types of its own documents",
  severity  = "warning",
  rationale = "The system does not know which files have a type that nobody declares: none opens in the app.",
  source    = "Uniform Type Identifiers Overview: Declaring New Uniform Type Identifiers",
  tags      = { "S3" },
  applies   = { kind = "application", key = "CFBundleDocumentTypes" },
  check = function(bundle, report)
    local documents = values.list(bundle.info.CFBundleDocumentTypes)
    local owner = values.text(bundle.info.CFBundleIdentifier)
    local prefix = owner and owner:match("[^.]+%.[^.]+%.")
    local declared
    for _, entry in ipairs(documents) do
      local types = values.dictionary(entry).LSItemContentTypes
      for index, identifier in ipairs(values.list(types)) do
        if prefix and type(identifier) == "string" and identifier:lower():sub(1, #prefix) == prefix:lower() then
          if not declared then
            declared = {}
            gather(bundle, declared)
          end
          if not declared[identifier:lower()] then
            report:at(types, index, "the app does not declare the type '%s'", identifier, {
              expected = "an entry of UTExportedTypeDeclarations or UTImportedTypeDeclarations",
              fix = "declare the type, with its file extension",
            })
          end
        end
      end
    end
  end,
  examples = {
    pass = {
      { kind = "extension", info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example.sheet" } } } } },
      {}, { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text", "com.adobe.pdf" } } } } },
      { info = {
        CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example.sheet" } }, { LSItemContentTypes = { "com.example.book" } } },
        UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.Sheet" } },
        UTImportedTypeDeclarations = { { UTTypeIdentifier = "com.example.book" } },
      } },
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example.sheet" } } } },
        bundles = { ["Contents/PlugIns/App.appex"] = { info = { UTExportedTypeDeclarations = { {
          UTTypeIdentifier = "com.example.sheet",
        } } } } },
      },
    },
    fail = {
      {
        info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example.sheet" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example.Sheet" } } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes/0",
      },
    },
  },
}
