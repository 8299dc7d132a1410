-- The bill of materials of a bundle in CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/
local bill = import "apple.components.bill"

local types = { application = "application", extension = "application", program = "application", framework = "framework" }

-- Lists and objects without entries are left out.
local function filled(list) return #list > 0 and list or nil end

local function licenses(part)
  local result = {}
  for _, license in ipairs(part.licenses) do result[#result + 1] = { license = license } end
  return filled(result)
end

local function properties(part)
  local result = {}
  local function add(name, value)
    if value then result[#result + 1] = { name = "bundlepolicy:" .. name, value = value } end
  end
  add("build", part.build)
  add("evidence", part.evidence)
  add("identifier", part.identifier)
  add("install-name", part.install_name)
  add("kind", part.kind)
  add("path", part.path)
  add("released", part.released)
  add("sdk", part.sdk)
  add("team", part.team)
  return result
end

local function component(part)
  local found = licenses(part)
  return {
    ["bom-ref"] = part.id, name = part.name, version = part.version, cpe = part.cpe,
    type = types[part.kind] or part.id == "." and "application" or "library",
    hashes = part.sha256 and { { alg = "SHA-256", content = part.sha256 } } or nil, evidence = found and { licenses = found } or nil,
    properties = properties(part),
  }
end

-- `settings`: { tool, version, serial, time }, where `time` may be nil.
return function(bundle, settings)
  local found = bill(bundle)
  local components, dependencies = {}, {}
  for _, part in ipairs(found.parts) do components[#components + 1] = component(part) end
  for _, part in ipairs(found.all) do dependencies[#dependencies + 1] = { ref = part.id, dependsOn = filled(part.uses) } end
  return {
    bomFormat = "CycloneDX", specVersion = "1.6", version = 1, serialNumber = "urn:uuid:" .. settings.serial,
    metadata = {
      component = component(found.root), lifecycles = { { phase = "post-build" } }, timestamp = settings.time,
      tools = { components = { { type = "application", name = settings.tool, version = settings.version } } },
    },
    components = filled(components), dependencies = dependencies,
  }
end
