-- Document types: the app or the system declares every type that the app opens.

policy "cookbook.document-types" { summary = "Documents open in the right app" }

local prefix = parameter "prefix" { default = "com.example.", summary = "prefix of the identifiers of our own types" }

local function declared(bundle, key)
  local found = {}
  for _, type in ipairs(plist.find(bundle.info, "/" .. key .. "/*/UTTypeIdentifier")) do found[type.value] = true end
  return found
end

local function app(document, exported, imported, at)
  return { at = at, info = {
    CFBundleDocumentTypes = { {
      CFBundleTypeName = "Greeting", CFBundleTypeRole = "Editor", LSHandlerRank = "Owner", LSItemContentTypes = { document },
    } },
    UTExportedTypeDeclarations = exported and { exported }, UTImportedTypeDeclarations = imported and { imported },
  } }
end

local greeting = { UTTypeIdentifier = "com.example.greeting", UTTypeConformsTo = { "public.data" },
  UTTypeTagSpecification = { ["public.filename-extension"] = { "greeting" } } }

rule "document-types" {
  summary   = "Every document type must be declared: our own exported, those of others imported",
  rationale = "A type that nobody declares opens nothing: its files are disabled in every open panel.",
  applies   = { kind = { "application", "plist" } },
  shape     = {
    CFBundleDocumentTypes = optional(list_of {
      CFBundleTypeName = text { min_length = 1 },
      CFBundleTypeRole = one_of { "Editor", "Viewer", "Shell", "QLGenerator", "None" },
      LSHandlerRank    = one_of { "Owner", "Default", "Alternate", "None" },
    }),
    UTExportedTypeDeclarations = optional(list_of {
      UTTypeIdentifier = reverse_dns, UTTypeConformsTo = any_of { text, list_of(text, { min_count = 1 }) },
    }),
  },
  check = function(bundle, report)
    local exported, imported = declared(bundle, "UTExportedTypeDeclarations"), declared(bundle, "UTImportedTypeDeclarations")
    for _, type in ipairs(plist.find(bundle.info, "/CFBundleDocumentTypes/*/LSItemContentTypes/*")) do
      local name = type.value
      local is_ours = text.starts_with(name, prefix)
      local is_system = name:find("^public%.") or name:find("^com%.apple%.")
      if is_ours and not exported[name] then
        report:at(type.node, type.key, "%s is our own type, but is not exported", name, { fix = "add it to UTExportedTypeDeclarations" })
      elseif not is_ours and not is_system and not imported[name] then
        report:at(type.node, type.key, "%s is not declared", name, { fix = "add it to UTImportedTypeDeclarations" })
      end
    end
  end,
  examples  = {
    pass = {
      app("public.plain-text"),
      app("com.example.greeting", greeting),
      app("org.other.card", nil, { UTTypeIdentifier = "org.other.card", UTTypeConformsTo = "public.data" }),
    },
    fail = {
      app("com.example.greeting", nil, nil, "/CFBundleDocumentTypes/0/LSItemContentTypes/0"),
      app("org.other.card", nil, nil, "/CFBundleDocumentTypes/0/LSItemContentTypes/0"),
      app("com.example.greeting", { UTTypeIdentifier = "com.example.greeting" }, nil, "/UTExportedTypeDeclarations/0/UTTypeConformsTo"),
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Greeting" } } },
        at = { "/CFBundleDocumentTypes/0/CFBundleTypeRole", "/CFBundleDocumentTypes/0/LSHandlerRank" },
      },
    },
  },
}
