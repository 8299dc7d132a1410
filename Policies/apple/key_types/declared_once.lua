local values = import "apple.values"

rule "declared-once" {
  summary   = "A bundle must declare each type and each URL scheme once",
  severity  = "warning",
  rationale = "Of two declarations of a type, the system uses one, and which one is undefined; a type that conforms to itself conforms to "
    .. "nothing. The second entry of a URL scheme has no effect.",
  source    = {
    "Uniform Type Identifiers Overview: Declaring New Uniform Type Identifiers",
    "Information Property List Key Reference: CFBundleURLTypes",
  },
  tags      = { "S3" },
  applies   = { key = { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "CFBundleURLTypes" } },
  check     = function(bundle, report)
    local info, types, schemes = bundle.info, {}, {}
    for _, key in ipairs { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } do
      for _, entry in ipairs(values.list(info[key])) do
        local declaration = values.dictionary(entry)
        local text = values.text(declaration.UTTypeIdentifier)
        local name = text and text:lower()
        if name and types[name] then
          report:at(declaration, "UTTypeIdentifier", "'%s' is already declared in %s", text, types[name], {
            expected = "one declaration", fix = "merge the two entries",
          })
        elseif name then
          types[name] = key
        end
        for index, parent in ipairs(name and values.list(declaration.UTTypeConformsTo) or {}) do
          if type(parent) == "string" and parent:lower() == name then
            report:at(declaration.UTTypeConformsTo, index, "the type '%s' conforms to itself", text, {
              expected = "another type, such as public.data", fix = "name the type that it is a kind of",
            })
          end
        end
      end
    end
    for _, entry in ipairs(plist.find(info, "/CFBundleURLTypes/*/CFBundleURLSchemes/*")) do
      local text = values.text(entry.value)
      local name = text and text:lower()
      if name and schemes[name] then
        report:at(entry.node, entry.key, "the scheme '%s' is listed twice", text, {
          -- The app or a library may ask for the one in its letter case.
          expected = "one entry",
          fix = schemes[name] == text and { text = "remove one of the two", remove = entry.key } or "remove one of the two",
          severity = "note",
        })
      elseif name then
        schemes[name] = text
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleExecutable = {}, UTExportedTypeDeclarations = "x" } },
      { info = { UTExportedTypeDeclarations = {
        { UTTypeIdentifier = "com.example.a", UTTypeConformsTo = "x" },
        { UTTypeIdentifier = { "x" }, UTTypeConformsTo = { "public.data" } },
      } } },
      {},
      { info = { UTExportedTypeDeclarations = {
        { UTTypeIdentifier = "com.example.a", UTTypeConformsTo = { "public.data", 1 } },
        { UTTypeIdentifier = "com.example.b", UTTypeConformsTo = { "com.example.a" } },
      } } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a", "b", 1 } } }, UTExportedTypeDeclarations = { "x", {} } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = { "public.data" } } } } },
    },
    fail = {
      {
        info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "com.example.a" }, { UTTypeIdentifier = "com.example.A" } } },
        at = "/UTImportedTypeDeclarations/1/UTTypeIdentifier",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.a" }, { UTTypeIdentifier = "com.example.A" } } },
        at = "/UTExportedTypeDeclarations/1/UTTypeIdentifier",
      },
      { info = {
        UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.a" } },
        UTImportedTypeDeclarations = { { UTTypeIdentifier = "com.example.a" } },
      }, at = "/UTImportedTypeDeclarations/0/UTTypeIdentifier" },
      { info = { UTExportedTypeDeclarations = { {
        UTTypeIdentifier = "com.example.a", UTTypeConformsTo = { "public.data", "com.example.A" },
      } } }, at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo/1" },
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } }, { CFBundleURLSchemes = { "A" } } } },
        at = "/CFBundleURLTypes/1/CFBundleURLSchemes/0",
      },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a", "a" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/1" },
    },
  },
}
