-- Whether one slip of the finger lies between two names: another letter, one too many, or two that changed places;
-- in no matter which letter case.
local function is_slip(name, meant)
  name, meant = name:lower(), meant:lower()
  if #name > #meant then name, meant = meant, name end
  if #meant - #name > 1 then return false end
  local first = 1
  while first <= #name and name:byte(first) == meant:byte(first) do first = first + 1 end
  if #name < #meant then return name:sub(first) == meant:sub(first + 1) end
  return name:sub(first + 1) == meant:sub(first + 1)
    or name:sub(first, first + 1) == meant:sub(first, first + 1):reverse() and name:sub(first + 2) == meant:sub(first + 2)
end

local function nearest(name, form)
  local found
  for field in pairs(form.fields) do
    if #field >= 6 and is_slip(name, field) and (not found or field < found) then found = field end
  end
  return found
end

local function judge(report, value, form)
  local kind = plist.type(value)
  if kind == "array" and form.items then
    for _, element in ipairs(value) do judge(report, element, form.items) end
  elseif kind == "dictionary" then
    for name, child in pairs(value) do
      local field = form.fields and (form.fields[name] or form.fields[keys.split(name).base]) or form.others
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
      local entry = keys[key] or keys[keys.split(key).base]
      if entry and entry.schema then judge(report, value, entry.schema) end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", ["CFBundleTypeRole-macos"] = "Editor", Name = "x" } } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { NSExceptionDomain = { NSIncludesSubdomains = true } } } } },
      { info = { CFBundleDocumentTypes = { "x" }, NSServices = "none", LSEnvironment = { PATHS = "x" } } },
      { info = { AudioComponents = { { named = "x", nome = "y", descriptionOfIt = "z" } } } },
    },
    fail = {
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["example.com"] = { NSExceptionAllowInsecureHTTPLoads = true } } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLScheme = { "example" } } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRoles = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRoel = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRule = "Editor" } } } },
      { info = { CFBundleDocumentTypes = { { cfBundleTypeName = "Text" } } } },
    },
  },
}
