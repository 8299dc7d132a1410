local values = import "apple.values"

rule "exported-types" {
  summary   = "An app must not export types of the system",
  severity  = "error",
  rationale = "Only the owner of a type may export it. With a declaration of a system type, other apps open or sort its files wrongly.",
  source    = "Uniform Type Identifiers Overview: Declaring New Uniform Type Identifiers",
  tags      = { "S3" },
  applies   = { key = "UTExportedTypeDeclarations" },
  check     = function(bundle, report)
    local unrelated = {}
    for _, entry in ipairs(values.list(bundle.info.UTExportedTypeDeclarations)) do
      local declaration = values.dictionary(entry)
      local identifier = values.text(declaration.UTTypeIdentifier)
      local owner = values.text(bundle.info.CFBundleIdentifier)
      if identifier and (identifier:find("^public%.") or identifier:find("^dyn%.")
        or identifier:find("^com%.apple%.") and not (owner and owner:find("^com%.apple%."))) then
        report:at(declaration, "UTTypeIdentifier", "'%s' is a type of the system", identifier, {
          expected = "a type of yours, in reverse-DNS form", fix = "remove the declaration; name the type in CFBundleDocumentTypes only",
        })
      elseif identifier and (declaration.UTTypeConformsTo == nil
        or plist.type(declaration.UTTypeConformsTo) == "array" and #declaration.UTTypeConformsTo == 0) then
        unrelated[#unrelated + 1] = { declaration = declaration, identifier = identifier }
      end
    end
    local expected, fix = "public.data, com.apple.package or a more specific type", "add UTTypeConformsTo"
    if #unrelated == 1 then
      report:missing(unrelated[1].declaration, "UTTypeConformsTo", "'%s' conforms to no type", unrelated[1].identifier, {
        expected = expected, fix = fix, severity = "warning",
      })
    elseif #unrelated > 1 then
      report:missing(unrelated[1].declaration, "UTTypeConformsTo", "%d exported types conform to no type: '%s', '%s'%s", #unrelated,
        unrelated[1].identifier,
        unrelated[2].identifier, #unrelated > 2 and ", …" or "", { expected = expected, fix = fix .. " to each", severity = "warning" })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.sheet", UTTypeConformsTo = { "public.data" } } } } },
      { info = {
        CFBundleIdentifier = "com.apple.Pages",
        UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.apple.pages", UTTypeConformsTo = { "public.data" } } },
      } },
      { info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "public.text" } } } },
      { info = { UTExportedTypeDeclarations = {
        { UTTypeIdentifier = "com.example.public.text", UTTypeConformsTo = { "public.data" } },
        { UTTypeIdentifier = "com.example.dyn.text", UTTypeConformsTo = { "public.data" } },
        { UTTypeIdentifier = "org.com.apple.text", UTTypeConformsTo = { "public.data" } },
      } } },
    },
    fail = {
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "public.text", UTTypeConformsTo = { "public.data" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        info = {
          CFBundleIdentifier = "org.com.apple.Pages",
          UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.apple.pages", UTTypeConformsTo = { "public.data" } } },
        },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.apple.pages", UTTypeConformsTo = { "public.data" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.sheet" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.sheet", UTTypeConformsTo = { ["$array"] = true } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo",
      },
      -- One finding for all of them.
      { info = { UTExportedTypeDeclarations = {
        { UTTypeIdentifier = "com.example.a" }, { UTTypeIdentifier = "com.example.b" }, { UTTypeIdentifier = "com.example.c" },
      } }, at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo" },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.a" }, { UTTypeIdentifier = "com.example.b" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeConformsTo",
      },
      {
        platform = "ios",
        info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "dyn.abc", UTTypeConformsTo = { "public.data" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
    },
  },
}
