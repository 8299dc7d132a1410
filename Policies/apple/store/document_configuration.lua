local values = import "apple.values"

rule "document-configuration" {
  summary   = "An app that opens documents must declare whether it opens them in place",
  severity  = "warning",
  rationale = "Without LSSupportsOpeningDocumentsInPlace or UISupportsDocumentBrowser, the app receives copies in its inbox, and the "
    .. "store sends a warning.",
  source    = { "ITMS-90737", "Building a Document Browser-Based App" },
  tags      = { "S3", "ITMS-90737" },
  applies   = { kind = "application", platform = "ios", nested = false, key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    local info = bundle.info
    -- A value of another type is reported by key-types.
    if #values.forms(info, "LSSupportsOpeningDocumentsInPlace") > 0 then return end
    for _, form in ipairs(values.forms(info, "UISupportsDocumentBrowser")) do
      if info[form] ~= false then return end
    end
    for _, form in ipairs(values.forms(info, "CFBundleDocumentTypes")) do
      if #values.list(info[form]) > 0 then
        return report:missing(info, "LSSupportsOpeningDocumentsInPlace",
          "%s declares documents, but not whether the app opens them in place", form, {
          expected = "LSSupportsOpeningDocumentsInPlace, or UISupportsDocumentBrowser with the value true",
          fix = "set LSSupportsOpeningDocumentsInPlace to true, or to false if the app works on a copy",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleDocumentTypes = { ["$array"] = true } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, LSSupportsOpeningDocumentsInPlace = false } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, UISupportsDocumentBrowser = true } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, UISupportsDocumentBrowser = "YES" } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, ["LSSupportsOpeningDocumentsInPlace~ipad"] = true } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, ["UISupportsDocumentBrowser~ipad"] = true } },
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } } }, at = "/LSSupportsOpeningDocumentsInPlace" },
      { info = { ["CFBundleDocumentTypes~ipad"] = { { CFBundleTypeName = "Text" } } }, at = "/LSSupportsOpeningDocumentsInPlace" },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, UISupportsDocumentBrowser = false },
        at = "/LSSupportsOpeningDocumentsInPlace",
      },
    },
  },
}
