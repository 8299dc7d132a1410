local values = import "apple.values"

rule "document-type-letter" {
  summary   = "Every document type must have an icon, and identify its files only by type identifiers",
  severity  = "note",
  rationale = "Without an icon, documents look blank; and if LSItemContentTypes is present, the system ignores extensions, MIME types and "
    .. "codes.",
  source    = "Information Property List Key Reference: CFBundleDocumentTypes",
  tags      = { "S3" },
  applies   = { key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    local icon = values.is_mobile(bundle) and "CFBundleTypeIconFiles" or "CFBundleTypeIconFile"
    for _, entry in ipairs(values.list(bundle.info.CFBundleDocumentTypes)) do
      if plist.type(entry) == "dictionary" then
        if entry[icon] == nil and entry.CFBundleTypeIconSystemGenerated == nil then
          report:missing(entry, icon, "the document type has no icon", { expected = icon, fix = "name the icon in " .. icon })
        end
        for _, key in ipairs { "CFBundleTypeExtensions", "CFBundleTypeMIMETypes", "CFBundleTypeOSTypes" } do
          if entry[key] ~= nil and #values.list(entry.LSItemContentTypes) > 0 then
            report:at(entry, key, "%s is ignored because LSItemContentTypes is present", key, {
              expected = "only LSItemContentTypes", fix = "remove it",
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIconFile = "Doc", CFBundleTypeExtensions = { "txt" } } } } },
      { info = { CFBundleDocumentTypes = { "x" } } }, { info = { CFBundleDocumentTypes = "x" } },
      {
        platform = "ios",
        info = { CFBundleDocumentTypes = { { CFBundleTypeIconFiles = { "D" }, LSItemContentTypes = { "public.text" } } } },
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIconSystemGenerated = 1 } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIconSystemGenerated = {} } } } },
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeIconFile" },
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeIconFile = "D", LSItemContentTypes = { "public.text" }, CFBundleTypeOSTypes = { "TEXT" },
      } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeOSTypes" },
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeIconFile = "D", LSItemContentTypes = { "public.text" }, CFBundleTypeExtensions = { "txt" },
      } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions" },
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeIconFile = "D", LSItemContentTypes = { "public.text" }, CFBundleTypeMIMETypes = { "text/plain" },
      } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeMIMETypes" },
    },
  },
}
