local same = import "apple.plug_ins.same_factory"

rule "factories-are-used" {
  summary   = "Every factory must belong to at least one type",
  severity  = "warning",
  rationale = "A factory that no type names is never asked for an instance.",
  source    = { "Information Property List Key Reference: CFPlugInTypes", "CFPlugIn.c" },
  tags      = { "S12" },
  applies   = { key = "CFPlugInFactories" },
  check = function(bundle, report)
    local factories, types = bundle.info.CFPlugInFactories, bundle.info.CFPlugInTypes
    if plist.type(factories) ~= "dictionary" then return end
    local used = {}
    local function note(id) if type(id) == "string" then used[same(id)] = true end end
    for _, list in pairs(plist.type(types) == "dictionary" and types or {}) do
      note(list)
      if plist.type(list) == "array" then for _, id in ipairs(list) do note(id) end end
    end
    for id in pairs(factories) do
      if not used[same(id)] then
        report:at(factories, id, "no type in CFPlugInTypes names the factory %s", id, {
          expected = "a type with this factory", fix = "add the type that it creates to CFPlugInTypes, or remove the factory",
        })
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
        CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" },
        CFPlugInTypes = { ["D736950A-4D6E-1226-803A-0050E4C00067"] = "68753a44-4d6f-1226-9c60-0050e4c00067" },
      } },
    },
    fail = { {
      info = { CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "MakeOne" } },
      at = "/CFPlugInFactories/68753A44-4D6F-1226-9C60-0050E4C00067",
    } },
  },
}
