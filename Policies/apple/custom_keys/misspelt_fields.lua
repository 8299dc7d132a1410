local is_slip = import "apple.custom_keys.slips"

local function nearest(name, fields)
  for _, field in ipairs(fields) do
    -- Short names resemble too many others; in long ones, two typos are still typos.
    if #field >= 6 and is_slip(name, field, #field >= 20 and 2 or 1) then return field end
  end
end

rule "misspelt-fields" {
  summary   = "Fields in the values of platform keys must not be misspelled",
  severity  = "warning",
  rationale = "The platform ignores names that it does not know: a misspelled exception for App Transport Security has no effect.",
  source    = "Bundle Resources: Information Property List",
  tags      = { "S6", "S3" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      local found = place.kind == "unknown_field" and nearest(place.key, place.allowed)
      if found then
        report:at(place.node, place.key, "the platform does not read %s here; did you mean %s?", place.key, found, {
          expected = found, fix = "rename it to " .. found,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", ["CFBundleTypeRole-macos"] = "Editor", Name = "x" } } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { NSExceptionDomain = { NSIncludesSubdomains = true } } } } },
      { info = { CFBundleDocumentTypes = { "x" }, NSServices = "none", LSEnvironment = { PATHS = "x" }, nearest = 1 } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRolex1 = "x", CFBundleTypeRloes = "x", CFBundleTypeName = "Text" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTpyeIcnoFlie = "x" } } } },
      { info = { AudioComponents = { { named = "x", nome = "y", descriptionOfIt = "z" } } } },
    },
    fail = {
      {
        kind = "extension",
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipleClass = "Handler" } },
        at = "/NSExtension/NSExtensionPrincipleClass",
      },
      {
        info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com"] = { NSExceptionAllowInsecureHTTPLoads = true } } } },
        at = "/NSAppTransportSecurity/NSExceptionDomains/example.com/NSExceptionAllowInsecureHTTPLoads",
      },
      { info = { CFBundleURLTypes = { { CFBundleURLScheme = { "example" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLScheme" },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRoles = "Editor" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeRoles" },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRloe = "Editor" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeRloe" },
      { info = { CFBundleDocumentTypes = { { VFBundleTypeRole = "Editor" } } }, at = "/CFBundleDocumentTypes/0/VFBundleTypeRole" },
      { info = { CFBundleDocumentTypes = { { cfBundleTypeName = "Text" } } }, at = "/CFBundleDocumentTypes/0/cfBundleTypeName" },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeIcnoFlie = "x" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeIcnoFlie" },
      { info = { OSAXHandlers = { Evants = {} } }, at = "/OSAXHandlers/Evants" },
    },
  },
}
