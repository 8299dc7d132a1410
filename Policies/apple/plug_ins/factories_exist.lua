local same = import "apple.plug_ins.same_factory"

rule "factories-exist" {
  summary   = "Every factory that a type names must be registered",
  severity  = "error",
  rationale = "CFPlugIn ignores a factory that it does not know: the type looks registered, but no instance of it can be created.",
  source    = { "Information Property List Key Reference: CFPlugInTypes", "CFPlugIn.c" },
  tags      = { "S12" },
  applies   = { key = "CFPlugInTypes" },
  check = function(bundle, report)
    local types, factories = bundle.info.CFPlugInTypes, bundle.info.CFPlugInFactories
    if plist.type(types) ~= "dictionary" then return end
    local known = {}
    if plist.type(factories) == "dictionary" then
      for id in pairs(factories) do known[same(id)] = true end
    end
    local function judge(node, key, id, type_id)
      if type(id) == "string" and not known[same(id)] then
        report:at(node, key, "the factory %s of the type %s is not registered", id, type_id, {
          expected = "an entry in CFPlugInFactories", fix = "add it to CFPlugInFactories with the name of its function",
        })
      end
    end
    for type_id, list in pairs(types) do
      -- The value may be a single factory instead of a list.
      judge(types, type_id, list, type_id)
      if plist.type(list) == "array" then
        for index, id in ipairs(list) do judge(list, index, id, type_id) end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { info = {
        CFPlugInFactories = { ["68753a44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" },
        CFPlugInTypes = {
          ["D736950A-4D6E-1226-803A-0050E4C00067"] = { "68753a44-4d6f-1226-9c60-0050e4c00067" },
          ["D736950B-4D6E-1226-803A-0050E4C00067"] = "68753A44-4D6F-1226-9C60-0050E4C00067",
        },
      } },
    },
    fail = {
      {
        info = { CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = { "68753A44-4D6F-1226-9C60-0050E4C00067" } } },
        at = "/CFPlugInTypes/D736950A-4D6E-1226-803A-0050E4C00067/0",
      },
      { info = {
        CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" },
        CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = "68753A44-4D6F-1226-9C60-0050E4C00068" },
      }, at = "/CFPlugInTypes/D736950A-4D6E-1226-803A-0050E4C00067" },
    },
  },
}
