-- The identifier in the property list of a new project, which also names this function. Many bundles that are not plug-ins of
-- CFPlugIn still have both, to no effect.
local template, template_function = "00000000-0000-0000-0000-000000000000", "MyFactoryFunction"

-- The UUID in a string with blanks or braces around it, or nil.
local function inner(text)
  local found = text:match("[%s{]*(.-)[%s}]*$")
  return found ~= text and uuid.is_valid(found) and found or nil
end

-- Returns the fix for the string under a key or at a position.
local function fix(key, text, words)
  return inner(text) and { text = words, set = { [key] = inner(text) } } or words
end

rule "plug-in-identifiers" {
  summary   = "Factories and types of plug-ins must be identified by UUIDs other than the project template's",
  severity  = "error",
  rationale = "CFPlugIn ignores anything that is not a UUID. The project template contains an all-zero UUID with MyFactoryFunction; a "
    .. "plug-in with a function of its own is not recognized under that UUID. An unchanged template means that the bundle is not such "
    .. "a plug-in, and is not reported.",
  source    = { "Information Property List Key Reference: CFPlugInFactories", "CFPlugIn.c" },
  tags      = { "S12" },
  applies   = { key = { "CFPlugInFactories", "CFPlugInTypes" } },
  check = function(bundle, report)
    local info = bundle.info
    for _, key in ipairs { "CFPlugInFactories", "CFPlugInTypes" } do
      local dictionary = info[key]
      for id, value in pairs(plist.type(dictionary) == "dictionary" and dictionary or {}) do
        if not uuid.is_valid(id) then
          report:at(dictionary, id, "'%s' is not a UUID", id, {
            expected = "a UUID such as 68753A44-4D6F-1226-9C60-0050E4C00067",
            fix = inner(id) and dictionary[inner(id)] == nil and {
              text = "write the UUID that the code registers", rename = { [id] = inner(id) },
            }
              or "write the UUID that the code registers",
          })
        elseif id == template and key == "CFPlugInFactories" and value ~= template_function then
          report:at(dictionary, id, "the UUID of the project template was not replaced", {
            expected = "a UUID of your own", fix = "generate one with uuidgen",
          })
        end
        if plist.type(value) == "array" then
          for index, factory in ipairs(value) do
            if type(factory) == "string" and not uuid.is_valid(factory) then
              report:at(value, index, "'%s' is not a UUID", factory, {
                expected = "the UUID of a factory", fix = fix(index, factory, "write the UUID of an entry of CFPlugInFactories"),
              })
            end
          end
        elseif key == "CFPlugInTypes" and type(value) == "string" and not uuid.is_valid(value) then
          report:at(dictionary, id, "'%s' is not a UUID", value, {
            expected = "the UUID of a factory", fix = fix(id, value, "write the UUID of an entry of CFPlugInFactories"),
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { info = {
        CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" },
        CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = { "68753A44-4D6F-1226-9C60-0050E4C00067" } },
      } },
      { info = {
        CFPlugInFactories = { ["00000000-0000-0000-0000-000000000000"] = "MyFactoryFunction" },
        CFPlugInTypes = { ["00000000-0000-0000-0000-000000000000"] = { "00000000-0000-0000-0000-000000000000" } },
      } },
    },
    fail = {
      { info = { CFPlugInFactories = { ["68753A44"] = "MakeOne" } }, at = "/CFPlugInFactories/68753A44" },
      {
        info = { CFPlugInFactories = { ["00000000-0000-0000-0000-000000000000"] = "SheetsFactory" } },
        at = "/CFPlugInFactories/00000000-0000-0000-0000-000000000000",
      },
      {
        info = { CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = { "one" } } },
        at = "/CFPlugInTypes/D736950A-4D6E-1226-803A-0050E4C00067/0",
      },
      {
        info = { CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = "one" } },
        at = "/CFPlugInTypes/D736950A-4D6E-1226-803A-0050E4C00067",
      },
      { info = { CFPlugInTypes = { Type = { "68753A44-4D6F-1226-9C60-0050E4C00067" } } }, at = "/CFPlugInTypes/Type" },
    },
  },
}
