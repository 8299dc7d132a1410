local values = import "apple.values"

-- The factories of a bundle as they are registered: { [canonical UUID] = { key, … } }. The UUID of the project template does not count.
local function factories(bundle)
  local result = {}
  for id in pairs(values.dictionary(bundle.info.CFPlugInFactories)) do
    local canonical = uuid.canonical(id)
    if canonical and canonical:find("[1-9A-F]") then
      result[canonical] = result[canonical] or {}
      table.insert(result[canonical], id)
    end
  end
  return result
end

-- The bundles in an app, in order, and none of another app in it, which is another process.
local function bundles_in(bundle, result)
  for _, nested in ipairs(bundle.bundles) do
    if nested.kind ~= "application" then
      result[#result + 1] = nested
      bundles_in(nested, result)
    end
  end
  return result
end

-- The earlier bundle of the same app that has this factory; nil if there is none.
local function other_owner(bundle, id)
  local host = values.host(bundle)
  for _, other in ipairs(host and bundles_in(host, {}) or {}) do
    if other.path == bundle.path then return nil end
    if factories(other)[id] then return other end
  end
  return nil
end

local upper, lower = "68753A44-4D6F-1226-9C60-0050E4C00067", "68753a44-4d6f-1226-9c60-0050e4c00067"
local second, none = "68753A44-4D6F-1226-9C60-0050E4C00068", "00000000-0000-0000-0000-000000000000"
local function app(...)
  local nested = {}
  for number, id in ipairs { ... } do
    nested["Contents/PlugIns/P" .. number .. ".bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [id] = "Make" } } }
  end
  return { kind = "application", bundles = nested }
end
-- An example whose finding is at the last of the plug-ins.
local function clash(...)
  local example, ids = app(...), { ... }
  example.at = "Contents/PlugIns/P" .. #ids .. ".bundle:/CFPlugInFactories/" .. ids[#ids]
  return example
end

rule "unique-factories" {
  summary   = "A factory must be registered once: by one plug-in of an app, and under one spelling of its UUID",
  severity  = "error",
  rationale = "CFPlugIn registers each UUID once. If one dictionary contains two spellings of it, it is undefined which one counts, and a "
    .. "plug-in that claims a factory of another plug-in is not used, although both are installed.",
  source    = { "Information Property List Key Reference: CFPlugInFactories", "CFPlugIn.c" },
  tags      = { "S12" },
  applies   = { key = { "CFPlugInFactories", "CFPlugInTypes" } },
  check = function(bundle, report)
    local dictionary = bundle.info.CFPlugInFactories
    for id, spellings in pairs(factories(bundle)) do
      for position, key in ipairs(spellings) do
        if position > 1 then
          report:at(dictionary, key, "the factory %s is also registered as %s", key, spellings[1], {
            expected = "each UUID once", fix = "keep the entry with the right function, and remove the other",
          })
        end
      end
      local other = other_owner(bundle, id)
      if other then
        report:at(dictionary, spellings[1], "the factory %s also belongs to %s", spellings[1], other.name, {
          expected = "a UUID of its own for each factory", fix = "generate a new one with uuidgen, in the code as well",
        })
      end
    end
    local types = values.dictionary(bundle.info.CFPlugInTypes)
    local seen = {}
    for id in pairs(types) do
      local canonical = uuid.canonical(id)
      if canonical and seen[canonical] then
        report:at(types, id, "the type %s is also listed as %s", id, seen[canonical], {
          expected = "each UUID once", fix = "list all factories of the type under one spelling",
          severity = "warning",
        })
      elseif canonical then
        seen[canonical] = id
      end
    end
  end,
  examples = {
    pass = {
      {}, app(upper, second), app(none, none), app("one", "one"),
      { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A", [second] = "B", one = "C" } } },
      { kind = "plugin", info = { CFPlugInTypes = { [upper] = { second }, [second] = { upper }, one = { upper } } } },
      { kind = "plugin", info = { CFPlugInFactories = upper, CFPlugInTypes = upper, CFBundleExecutable = { true } } },
      { kind = "plugin", info = { CFPlugInTypes = { [upper] = { second }, one = upper } } },
      -- Another app in the app is another process.
      {
        kind = "application",
        bundles = {
          ["Contents/Helpers/Tool.app"] = { bundles = { ["Contents/PlugIns/P.bundle"] = {
            kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } },
          } } },
          ["Contents/PlugIns/P.bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } } },
        },
      },
      { kind = "framework", bundles = {
        ["Versions/A/PlugIns/P1.bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } } },
        ["Versions/A/PlugIns/P2.bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } } },
      } },
    },
    fail = {
      clash(upper, lower), clash(second, upper, upper),
      {
        kind = "plugin", info = { CFPlugInFactories = { [upper] = "A", [lower] = "B" } },
        at = "/CFPlugInFactories/68753a44-4d6f-1226-9c60-0050e4c00067",
      },
      {
        kind = "plugin", info = { CFPlugInTypes = { [upper] = { second }, [lower] = { second } } },
        at = "/CFPlugInTypes/68753a44-4d6f-1226-9c60-0050e4c00067",
      },
      {
        kind = "application",
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = {
            bundles = { ["Versions/A/PlugIns/P.bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } } } },
          },
          ["Contents/PlugIns/P.bundle"] = { kind = "plugin", info = { CFPlugInFactories = { [upper] = "A" } } },
        },
        at = "Contents/PlugIns/P.bundle:/CFPlugInFactories/68753A44-4D6F-1226-9C60-0050E4C00067",
      },
    },
  },
}
