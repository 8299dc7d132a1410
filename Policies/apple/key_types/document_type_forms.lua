local values = import "apple.values"

local function is_extension(text) return not text:find("^[.*]") and not text:find("/") end

local function is_mime_type(text) return text:find("^[^/%s]+/[^/%s]+$") ~= nil end

-- In document types, the extension or MIME type * stands for every file.
local forms = {
  {
    has_any = true, fields = { "CFBundleTypeExtensions", "public.filename-extension" }, is_sound = is_extension,
    message = "the extension '%s' matches no file",
    details = { expected = "an extension without a period, or only *", fix = "write only the extension, without a period or *" },
  },
  {
    has_any = true, fields = { "CFBundleTypeMIMETypes", "public.mime-type" }, is_sound = is_mime_type, message = "'%s' is not a MIME type",
    details = { expected = "a MIME type such as text/plain", fix = "write it in the form type/subtype" },
  },
  {
    fields = { "CFBundleTypeOSTypes", "com.apple.ostype" }, is_sound = function(text) return utf8.len(text) == 4 end,
    message = "the type code '%s' does not have four characters",
    details = { expected = "four characters, **** for any", fix = "write a code of four characters" },
  },
}

-- Where document types and declared types have these fields; a declaration may have a string instead of a list.
local function places(fields)
  local result = { "/CFBundleDocumentTypes/*/" .. fields[1] .. "/*" }
  for _, key in ipairs { "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } do
    result[#result + 1] = ("/%s/*/UTTypeTagSpecification/%s"):format(key, fields[2])
    result[#result + 1] = result[#result] .. "/*"
  end
  return result
end

rule "document-type-forms" {
  summary   = "Extensions, MIME types and type codes of documents must be in a form that files can match",
  severity  = "warning",
  rationale = "Otherwise no file matches them: an extension is compared without its period, and a code has four characters.",
  source    = {
    "Information Property List Key Reference: CFBundleDocumentTypes",
    "Uniform Type Identifiers Overview: Declaring New Uniform Type Identifiers",
  },
  tags      = { "S3" },
  applies   = { key = { "CFBundleDocumentTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations" } },
  check     = function(bundle, report)
    for _, form in ipairs(forms) do
      for _, place in ipairs(places(form.fields)) do
        for _, entry in ipairs(plist.find(bundle.info, place)) do
          local text = values.text(entry.value)
          local is_any = text == "*" and form.has_any and place:find("CFBundleDocumentTypes", 1, true)
          if text and not is_any and not form.is_sound(text) then report:at(entry.node, entry.key, form.message, text, form.details) end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = "x" } },
      {
        info = {
          CFBundleDocumentTypes = {
            {
              CFBundleTypeExtensions = { "txt", "tar.gz", "*" }, CFBundleTypeMIMETypes = { "text/plain", "*" },
              CFBundleTypeOSTypes = { "TEXT", "****", "" },
            },
          },
        },
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = "txt" } }, CFBundleExecutable = {}, CFBundleIdentifier = {} } },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeTagSpecification = {
          ["public.filename-extension"] = "tar.gz", ["public.mime-type"] = { "text/plain" }, ["com.apple.ostype"] = { "TEXT" },
          ["com.apple.nspboard-type"] = "a",
        } } } },
      },
    },
    fail = {
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "txt/" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions/0",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.filename-extension"] = ".txt" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeTagSpecification/public.filename-extension",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.filename-extension"] = { "txt", "*" } } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeTagSpecification/public.filename-extension/1",
      },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.mime-type"] = "text" } } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeTagSpecification/public.mime-type",
      },
      {
        info = { UTImportedTypeDeclarations = { { UTTypeTagSpecification = { ["com.apple.ostype"] = "*" } } } },
        at = "/UTImportedTypeDeclarations/0/UTTypeTagSpecification/com.apple.ostype",
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeOSTypes = { "*" } } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeOSTypes/0" },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "a/text plain" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeMIMETypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "a string/plain" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeMIMETypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { ".txt" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions/0",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "*.txt" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions/0",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "text" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeMIMETypes/0",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "application/text/plain" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeMIMETypes/0",
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeOSTypes = { "TXT" } } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeOSTypes/0" },
    },
  },
}
