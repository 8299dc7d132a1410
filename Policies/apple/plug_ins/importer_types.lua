local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- For the examples.
local function importer(types, at)
  return { kind = "plugin", name = "A.mdimporter", info = { CFBundleDocumentTypes = types }, at = at and "/CFBundleDocumentTypes" .. at }
end

rule "importer-types" {
  summary   = "A Spotlight importer must declare the types that it imports, with the role MDImporter",
  severity  = "error",
  rationale = "Spotlight asks an importer only for files of the types in its document types with the role MDImporter; without one, it is "
    .. "never "
    .. "asked.",
  source    = "Spotlight Importer Programming Guide: Writing a Spotlight Importer",
  applies   = { kind = "plugin", platform = "macos", key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    if bundle.extension ~= "mdimporter" then return end
    local types, is_importer = bundle.info.CFBundleDocumentTypes, false
    for _, entry in ipairs(values.list(types)) do
      local declared = values.dictionary(entry)
      if declared.CFBundleTypeRole == "MDImporter" then is_importer = is_importer or #values.list(declared.LSItemContentTypes) > 0 end
    end
    if not is_importer then
      report:at(bundle.info, "CFBundleDocumentTypes", "no document type has the role MDImporter and types: Spotlight never asks the "
        .. "importer",
        { expected = "CFBundleTypeRole = MDImporter, with LSItemContentTypes", fix = "declare the types that the importer reads" })
    end
  end,
  examples  = {
    pass = {
      elsewhere(importer { {} }, { platform = "catalyst" }),
      elsewhere(importer { {} }, { kind = "application", name = "A.app" }),
      { kind = "plugin" }, importer { "x", { CFBundleTypeRole = "MDImporter", LSItemContentTypes = { "com.example.a" } } },
      { kind = "plugin", info = { CFBundleDocumentTypes = { {} } } },
      { kind = "application", info = { CFBundleDocumentTypes = { {} } } },
    },
    fail = {
      importer({ { CFBundleTypeRole = "Viewer", LSItemContentTypes = { "com.example.a" } } }, ""),
      importer({ { CFBundleTypeRole = "MDImporter" } }, ""),
      importer({ { CFBundleTypeRole = "MDImporter", LSItemContentTypes = { ["$array"] = true } } }, ""),
    },
  },
}
