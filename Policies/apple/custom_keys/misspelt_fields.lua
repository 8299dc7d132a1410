local values = import "apple.values"

-- Whether one slip of the finger lies between two names: a letter too few or too many, another one, or two that changed places;
-- in no matter which letter case.
local function is_slip(name, meant)
  name, meant = name:lower(), meant:lower()
  for place = 0, #meant do
    local before, typed, rest = meant:sub(1, place), name:sub(place + 1, place + 1), meant:sub(place + 1)
    if name == before .. rest:sub(2) or name == before .. typed .. rest or name == before .. typed .. rest:sub(2)
      or name == before .. rest:sub(2, 2) .. rest:sub(1, 1) .. rest:sub(3)
    then
      return true
    end
  end
  return false
end

local function nearest(name, form)
  for field in pairs(form.fields) do
    -- Short ones differ too little from too many.
    if #field >= 6 and is_slip(name, field) then return field end
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
          report:at(value, name, "the platform reads no %s here; it reads %s", name, found, { expected = found, fix = "write " .. found })
        end
      end
    end
  end
end

rule "misspelt-fields" {
  summary   = "Inside the values of the platform's keys no name is almost one of the platform's",
  severity  = "warning",
  rationale = "The platform passes over names it does not know: an exception that App Transport Security never reads excepts nothing.",
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
      { info = { AudioComponents = { { named = "x", nome = "y", descriptionOfIt = "z" } } } },
    },
    fail = {
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com"] = { NSExceptionAllowInsecureHTTPLoads = true } } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLScheme = { "example" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRoles = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRloe = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { VFBundleTypeRole = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { cfBundleTypeName = "Text" } } } }, { info = { OSAXHandlers = { Evants = {} } } },
    },
  },
}
