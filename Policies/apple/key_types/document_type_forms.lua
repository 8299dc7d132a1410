local values = import "apple.values"

local function judge(bundle, report, pattern, is_sound, message, details)
  for _, entry in ipairs(plist.find(bundle.info, pattern)) do
    local text = entry.value
    if type(text) == "string" and not values.has_variable(text) and not is_sound(text) then report:at(entry.node, entry.key, message, text, details) end
  end
end

-- Project templates leave one empty string in a list.
local function is_extension(text) return text == "*" or not text:find("^[.*]") and not text:find("/") end

local function is_mime_type(text) return text == "" or text == "*" or text:find("^[^/%s]+/[^/%s]+$") ~= nil end

-- Letters and digits of ASCII, hyphens, periods, and any characters beyond ASCII.
local function is_type_identifier(text) return text == "" or not text:find("[^%w.\128-\255-]") and text:find("%.") ~= nil end

-- Where type identifiers are named and declared, and where declarations list extensions and MIME types: one or several.
local identifiers = {
  "/CFBundleDocumentTypes/*/LSItemContentTypes/*", "/CFBundleDocumentTypes/*/NSExportableTypes/*",
  "/UTExportedTypeDeclarations/*/UTTypeIdentifier", "/UTImportedTypeDeclarations/*/UTTypeIdentifier",
}
local declarations = { "/UTExportedTypeDeclarations/*/UTTypeTagSpecification/", "/UTImportedTypeDeclarations/*/UTTypeTagSpecification/" }
local one_or_several = { "", "/*" }

rule "document-type-forms" {
  summary   = "Extensions, MIME types, type codes and type identifiers must be in a form that files can match",
  severity  = "warning",
  rationale = "Otherwise no file matches them: an extension is compared without its period, and a code has four characters.",
  source    = {
    "Information Property List Key Reference: CFBundleDocumentTypes",
    "Uniform Type Identifiers Overview: The UTI Character Set",
  },
  tags      = { "S3" },
  check     = function(bundle, report)
    local types = "/CFBundleDocumentTypes/*/"
    local extension = { expected = "an extension without a period, or only *", fix = "write only the extension, without a period or *" }
    local mime_type = { expected = "a MIME type such as text/plain", fix = "write it in the form type/subtype" }
    judge(bundle, report, types .. "CFBundleTypeExtensions/*", is_extension, "the extension '%s' matches no file", extension)
    judge(bundle, report, types .. "CFBundleTypeMIMETypes/*", is_mime_type, "'%s' is not a MIME type", mime_type)
    judge(bundle, report, types .. "CFBundleTypeOSTypes/*", function(text) return text == "" or utf8.len(text) == 4 end,
      "the type code '%s' does not have four characters", { expected = "four characters, **** for any", fix = "write a code of four characters" })
    for _, tags in ipairs(declarations) do
      for _, form in ipairs(one_or_several) do
        judge(bundle, report, tags .. "public.filename-extension" .. form, is_extension, "the extension '%s' matches no file", extension)
        judge(bundle, report, tags .. "public.mime-type" .. form, is_mime_type, "'%s' is not a MIME type", mime_type)
      end
    end
    for _, pattern in ipairs(identifiers) do
      judge(bundle, report, pattern, is_type_identifier, "'%s' is not a type identifier", {
        expected = "letters, digits, '-' and '.', in reverse-DNS form", fix = "correct the identifier wherever it is written",
      })
    end
  end,
  examples  = {
    pass = {
      {
        info = {
          CFBundleDocumentTypes = {
            { CFBundleTypeExtensions = { "txt", "tar.gz", "*" }, CFBundleTypeMIMETypes = { "text/plain", "*" }, CFBundleTypeOSTypes = { "TEXT", "****", "" } },
          },
        },
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = "txt" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "", "$(EXTENSION)", 1 }, CFBundleTypeMIMETypes = { "" }, LSItemContentTypes = { "", "com.example.a-1", "com.example.größe" } } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.sheet", UTTypeTagSpecification = {
        ["public.filename-extension"] = "sheet", ["public.mime-type"] = { "application/x-sheet" },
      } } } } },
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { ".txt" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "*.txt" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "txt/" } } } } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "com.example_sheet" } } } } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "sheet" } } } } }, { info = { CFBundleDocumentTypes = { { NSExportableTypes = { "com example" } } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.my sheet" } } } },
      { info = { UTImportedTypeDeclarations = { { UTTypeIdentifier = "sheet" } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.filename-extension"] = ".sheet" } } } } },
      { info = { UTImportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.filename-extension"] = { "*.sheet" } } } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeTagSpecification = { ["public.mime-type"] = { "sheet" } } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "text" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "application/text/plain" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeOSTypes = { "TXT" } } } } },
    },
  },
}
