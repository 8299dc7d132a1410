local values = import "apple.values"

local selectors = { "LSItemContentTypes", "CFBundleTypeExtensions", "CFBundleTypeMIMETypes", "CFBundleTypeOSTypes" }

local function says_which(entry)
  for _, key in ipairs(selectors) do
    if plist.type(entry[key]) ~= "array" and entry[key] ~= nil or #values.list(entry[key]) > 0 then return true end
  end
  return false
end

-- Users never see the names of types that importers and Quick Look generators read.
local nameless = { MDImporter = true, QLGenerator = true }

-- Whether the type matches all files, as in an app onto which users drop anything: it does not describe a document.
local function is_for_all(entry)
  for _, code in ipairs(values.list(entry.CFBundleTypeOSTypes)) do
    if code == "****" then return true end
  end
  return false
end

local function needs(bundle, entry, key)
  if key ~= "CFBundleTypeName" then return true end
  return not nameless[entry.CFBundleTypeRole] and (values.is_mobile(bundle) or not is_for_all(entry))
end

rule "document-types" {
  summary   = "Every document type must declare its name, the bundle's role or rank, and its files",
  severity  = "warning",
  rationale = "The system cannot match documents to a type that does not declare its files; if one of the other keys is missing, the "
    .. "store sends a warning.",
  source    = { "Information Property List Key Reference: CFBundleDocumentTypes", "ITMS-90788" },
  tags      = { "S3", "ITMS-90788" },
  applies   = { key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    -- A bare property list does not state a platform.
    local also = bundle.platform and (values.is_mobile(bundle) and "LSHandlerRank" or "CFBundleTypeRole")
    local needed = { "CFBundleTypeName", also or nil }
    for _, form in ipairs(values.forms(bundle.info, "CFBundleDocumentTypes")) do
      for _, entry in ipairs(values.list(bundle.info[form])) do
        if plist.type(entry) == "dictionary" then
          for _, key in ipairs(needed) do
            if entry[key] == nil and needs(bundle, entry, key) then
              report:missing(entry, key, "the document type has no %s", key, {
                expected = key, fix = "add " .. key,
                -- The Mac describes documents by their type identifiers.
                severity = key == "CFBundleTypeName" and not values.is_mobile(bundle) and "note" or nil,
              })
            end
          end
          if not says_which(entry) then
            report:missing(entry, "LSItemContentTypes", "the document type declares no extension, UTI or MIME type, so it matches no file",
              {
              expected = "LSItemContentTypes, or extensions, MIME types or OS types",
              fix = "list the type identifiers in LSItemContentTypes",
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeName = "Text", CFBundleTypeRole = "Editor", CFBundleTypeExtensions = { "txt" },
      } } } },
      { info = { CFBundleDocumentTypes = { "x" } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "MDImporter", LSItemContentTypes = { "public.text" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "QLGenerator", LSItemContentTypes = { "public.text" } } } } },
      {
        platform = "ios",
        info = { CFBundleDocumentTypes = { {
          CFBundleTypeName = "Text", LSHandlerRank = "Owner", LSItemContentTypes = { "public.text" },
        } } },
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "Viewer", CFBundleTypeOSTypes = { "fold", "****" } } } } },
      -- Only key-types reports wrong types.
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeName = { "Text" }, CFBundleTypeRole = { "Editor" }, CFBundleTypeExtensions = "txt",
      } } } },
      { info = { CFBundleDocumentTypes = "none" } },
      { kind = "plist", info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", CFBundleTypeExtensions = { "txt" } } } } },
    },
    fail = {
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", CFBundleTypeRole = "Editor" } } },
        at = "/CFBundleDocumentTypes/0/LSItemContentTypes",
      },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeOSTypes = { "****" } } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeRole" },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { LSHandlerRank = "None", CFBundleTypeOSTypes = { "****" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeName",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", CFBundleTypeExtensions = { "txt" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeRole",
      },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "Editor", CFBundleTypeOSTypes = { "TEXT" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeName",
      },
      { info = { CFBundleDocumentTypes = { {
        CFBundleTypeName = "T", CFBundleTypeRole = "Editor", LSItemContentTypes = { ["$array"] = true },
      } } }, at = "/CFBundleDocumentTypes/0/LSItemContentTypes" },
      { info = { CFBundleDocumentTypes = { {
        LSItemContentTypes = { "public.text" }, CFBundleTypeName = "T", CFBundleTypeRoles = "MDImporter",
      } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeRole" },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { LSHandlerRank = "Owner", LSItemContentTypes = { "public.text" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeName",
      },
      {
        platform = "ios",
        info = { ["CFBundleDocumentTypes~ipad"] = { { CFBundleTypeName = "T", LSItemContentTypes = { "public.text" } } } },
        at = "/CFBundleDocumentTypes~0ipad/0/LSHandlerRank",
      },
    },
  },
}
