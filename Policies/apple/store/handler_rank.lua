local values = import "apple.values"

rule "handler-rank" {
  summary   = "Each document type of an app for the Mac App Store must have an LSHandlerRank",
  severity  = "error",
  rationale = "The store refuses document types that do not say how well the app fits them.",
  source    = { "ITMS-90788", "Information Property List Key Reference: LSHandlerRank" },
  tags      = { "ITMS-90788" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    for _, entry in ipairs(plist.find(bundle.info, "/CFBundleDocumentTypes/*")) do
      local declared = entry.value
      if plist.type(declared) == "dictionary" and declared.LSHandlerRank == nil then
        local name = values.text(declared.CFBundleTypeName)
        report:missing(declared, "LSHandlerRank", "the document type" .. (name and " '" .. name .. "'" or "") .. " has no LSHandlerRank", {
          expected = "Owner, Default, Alternate or None",
          fix = "add Owner for the app's own documents, Alternate for others that it opens",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", LSHandlerRank = "Alternate" }, "x" } } },
      { bundles = {
        ["Contents/PlugIns/A.bundle"] = { info = { CFBundleDocumentTypes = { {} } } },
        ["Contents/Resources/Phone.app"] = { platform = "ios", info = { CFBundleDocumentTypes = { {} } } },
      } },
    },
    fail = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } } }, at = "/CFBundleDocumentTypes/0/LSHandlerRank" },
      {
        platform = "catalyst", info = { CFBundleDocumentTypes = { { LSHandlerRank = "None" }, { CFBundleTypeRole = "Viewer" } } },
        at = "/CFBundleDocumentTypes/1/LSHandlerRank",
      },
    },
  },
}
