local values = import "apple.values"

rule "document-types-of-old-macs" {
  summary   = "For systems before macOS 10.5, document types must also list extensions, MIME types or codes",
  severity  = "warning",
  rationale = "LSItemContentTypes requires macOS 10.5: on older systems the app does not open such documents.",
  source    = "Information Property List Key Reference: LSItemContentTypes",
  tags      = { "S3" },
  applies   = { kind = "application", platform = "macos", minimum_os = { below = "10.5" }, key = "CFBundleDocumentTypes" },
  check = function(bundle, report)
    for _, entry in ipairs(values.list(bundle.info.CFBundleDocumentTypes)) do
      if plist.type(entry) == "dictionary" and entry.LSItemContentTypes ~= nil
        and entry.CFBundleTypeExtensions == nil and entry.CFBundleTypeMIMETypes == nil and entry.CFBundleTypeOSTypes == nil
      then
        report:missing(entry, "CFBundleTypeExtensions", "systems before macOS 10.5 do not recognize the files of this type", {
          expected = "CFBundleTypeExtensions, CFBundleTypeMIMETypes or CFBundleTypeOSTypes", fix = "list the file extensions",
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = {
        LSMinimumSystemVersion = "10.4",
        CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text" }, CFBundleTypeExtensions = { "txt" } } },
      } },
      { info = {
        LSMinimumSystemVersion = "10.4",
        CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text" }, CFBundleTypeMIMETypes = { "text/plain" } } },
      } },
      { info = {
        LSMinimumSystemVersion = "10.4",
        CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text" }, CFBundleTypeOSTypes = { "TEXT" } } },
      } },
      { info = { LSMinimumSystemVersion = "10.4.11", CFBundleDocumentTypes = { { CFBundleTypeName = "Text" }, "x" } } },
      { info = { LSMinimumSystemVersion = "0", CFBundleDocumentTypes = "x" } },
    },
    fail = { {
      info = { LSMinimumSystemVersion = "10.4", CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text" } } } },
      at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions",
    } },
  },
}
