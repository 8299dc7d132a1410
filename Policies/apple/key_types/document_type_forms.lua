local values = import "apple.values"

local function judge(bundle, report, pattern, is_sound, message, details)
  for _, entry in ipairs(plist.find(bundle.info, pattern)) do
    local text = values.text(entry.value)
    if text and not is_sound(text) then report:at(entry.node, entry.key, message, text, details) end
  end
end

rule "document-type-forms" {
  summary   = "Extensions, MIME types and type codes of document types must be in a form that files can match",
  severity  = "warning",
  rationale = "Otherwise no file matches them: an extension is compared without its period, and a code has four characters.",
  source    = "Information Property List Key Reference: CFBundleDocumentTypes",
  tags      = { "S3" },
  check     = function(bundle, report)
    local types = "/CFBundleDocumentTypes/*/"
    judge(bundle, report, types .. "CFBundleTypeExtensions/*", function(text) return text == "*" or not text:find("^[.*]") end,
      "the extension '%s' matches no file", { expected = "an extension without a period, or only *", fix = "write only the extension, without a period or *" })
    judge(bundle, report, types .. "CFBundleTypeMIMETypes/*", function(text) return text:find("^[^/%s]+/[^/%s]+$") or text == "*" end,
      "'%s' is not a MIME type", { expected = "a MIME type such as text/plain", fix = "write it in the form type/subtype" })
    judge(bundle, report, types .. "CFBundleTypeOSTypes/*", function(text) return utf8.len(text) == 4 end,
      "the type code '%s' does not have four characters", { expected = "four characters, **** for any", fix = "write a code of four characters" })
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
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { ".txt" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "*.txt" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "text" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeMIMETypes = { "application/text/plain" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeOSTypes = { "TXT" } } } } },
    },
  },
}
