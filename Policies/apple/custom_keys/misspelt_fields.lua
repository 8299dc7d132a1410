local is_slip = import "apple.custom_keys.slips"
local values = import "apple.values"

local function nearest(name, form)
  for field in pairs(form.fields) do
    -- Short names resemble too many others; in long ones, two typos are still typos.
    if #field >= 6 and is_slip(name, field, #field >= 20 and 2 or 1) then return field end
  end
end

local function judge(report, value, form)
  local kind = plist.type(value)
  if kind == "array" and form.items then
    for _, element in ipairs(value) do judge(report, element, form.items) end
  elseif kind == "dictionary" then
    for name, child in pairs(value) do
      local field = form.fields and form.fields[name] or form.others
      if field then
        judge(report, child, field)
      elseif form.fields then
        local found = nearest(name, form)
        if found then
          report:at(value, name, "the platform does not read %s here; did you mean %s?", name, found, { expected = found, fix = "rename it to " .. found })
        end
      end
    end
  end
end

rule "misspelt-fields" {
  summary   = "Fields in the values of platform keys must not be misspelled",
  severity  = "warning",
  rationale = "The platform ignores names that it does not know: a misspelled exception for App Transport Security has no effect.",
  source    = "Bundle Resources: Information Property List",
  tags      = { "S6", "S3" },
  check     = function(bundle, report)
    for key, value in pairs(bundle.info) do
      local entry = values.entry(keys.split(key).base)
      if entry and entry.schema then judge(report, value, entry.schema) end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", ["CFBundleTypeRole-macos"] = "Editor", Name = "x" } } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { NSExceptionDomain = { NSIncludesSubdomains = true } } } } },
      { info = { CFBundleDocumentTypes = { "x" }, NSServices = "none", LSEnvironment = { PATHS = "x" }, nearest = 1 } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRolex1 = "x", CFBundleTypeName = "Text" } } } },
      { info = { AudioComponents = { { named = "x", nome = "y", descriptionOfIt = "z" } } } },
    },
    fail = {
      { kind = "extension", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipleClass = "Handler" } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com"] = { NSExceptionAllowInsecureHTTPLoads = true } } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLScheme = { "example" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRoles = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRloe = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { VFBundleTypeRole = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { cfBundleTypeName = "Text" } } } }, { info = { OSAXHandlers = { Evants = {} } } },
    },
  },
}
