local values = import "apple.values"
local age = import "apple.key_types.age"
local forms = import "apple.key_types.forms"

-- Visits the fields that the registry describes, from the outside in, and inside values only if they have the right type.
local function walk(value, form, visit)
  if not forms.accepts(form.type, value) then return end
  local found = plist.type(value)
  if found == "array" and form.items then
    for _, element in ipairs(value) do walk(element, form.items, visit) end
  elseif found == "dictionary" then
    for name, child in pairs(value) do
      local named = form.fields and form.fields[name]
      if named then visit(value, name, named) end
      if named or form.others then walk(child, named or form.others, visit) end
    end
  end
end

local function fix(entry) return entry.successor and "write " .. entry.successor or "remove it" end

rule "deprecated-keys" {
  summary   = "Deprecated keys must be removed once no supported system needs them",
  severity  = "note",
  rationale = "Nothing reads them any more, so changing them has no effect.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List" },
  tags      = { "S3" },
  check     = function(bundle, report)
    local function visit(node, key, form)
      local since = age.since(bundle, form)
      if since and not (form.successor and node[form.successor] ~= nil) then
        report:at(node, key, "%s %s", key, age.phrase(bundle, since), { expected = form.successor or "no " .. key, fix = fix(form) })
      end
    end
    for key, value in pairs(bundle.info) do
      local entry = values.entry(keys.split(key).base)
      local since = entry and age.since(bundle, entry)
      if since then
        report:at(bundle.info, key, "%s %s", key, age.phrase(bundle, since), {
          expected = entry.successor or "no " .. key, fix = fix(entry),
        })
      end
      if entry and entry.schema then walk(value, entry.schema, visit) end
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "0" } }, { platform = "ios", info = { MinimumOSVersion = "0" } },
      { platform = "ios", info = { MinimumOSVersion = "12.0", UIApplicationExitsOnSuspend = false } }, { info = { LSUIElement = true } },
      { info = { CFBundleDocumentTypes = { { LSItemContentTypes = { "public.text" }, CFBundleTypeExtensions = { "txt" } } } } },
    },
    fail = {
      { info = { LSRequiresCarbon = true }, at = "/LSRequiresCarbon" }, { info = { NSUIElement = true }, at = "/NSUIElement" },
      { platform = "ios", info = { ["UIApplicationExitsOnSuspend~ipad"] = false }, at = "/UIApplicationExitsOnSuspend~0ipad" },
      {
        info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = { "txt" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions",
      },
      {
        platform = "ios", info = { NSAppTransportSecurity = { NSAllowsArbitraryLoadsInMedia = true } },
        at = "/NSAppTransportSecurity/NSAllowsArbitraryLoadsInMedia",
      },
    },
  },
}
