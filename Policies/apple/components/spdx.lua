-- The bill of materials of a bundle in SPDX 2.3: https://spdx.github.io/spdx-spec/v2.3/
local bill = import "apple.components.bill"

local purposes = {
  application = "APPLICATION", extension = "APPLICATION", program = "APPLICATION", framework = "FRAMEWORK", archive = "ARCHIVE",
}

-- A name for each part, of letters, digits, periods and hyphens.
local function identifiers(parts)
  local result, taken = {}, {}
  for _, part in ipairs(parts) do
    local base = "SPDXRef-" .. (part.id == "." and "root" or part.id:gsub("[^%w.-]+", "-"))
    local name, number = base, 1
    while taken[name] do
      number = number + 1
      name = ("%s-%d"):format(base, number)
    end
    taken[name], result[part.id] = true, name
  end
  return result
end

local function license_comment(part)
  local names = {}
  for _, license in ipairs(part.licenses) do names[#names + 1] = license.id or license.name end
  return #names > 0 and "found in the bundle: " .. table.concat(names, "; ") or nil
end

local function comment(part)
  local lines = {}
  for _, name in ipairs { "kind", "identifier", "build", "install_name", "team", "sdk", "released", "evidence" } do
    if part[name] then lines[#lines + 1] = name:gsub("_", " ") .. ": " .. part[name] end
  end
  return table.concat(lines, "\n")
end

local function package(part, identifier)
  return {
    SPDXID = identifier, name = part.name, versionInfo = part.version, packageFileName = part.path, downloadLocation = "NOASSERTION",
    filesAnalyzed = false, licenseConcluded = "NOASSERTION", licenseDeclared = "NOASSERTION", copyrightText = "NOASSERTION",
    licenseComments = license_comment(part), comment = comment(part), primaryPackagePurpose = purposes[part.kind] or "LIBRARY",
    checksums = part.sha256 and { { algorithm = "SHA256", checksumValue = part.sha256 } } or nil,
    externalRefs = part.cpe
      and { { referenceCategory = "SECURITY", referenceType = "cpe23Type", referenceLocator = part.cpe } } or nil,
  }
end

-- `settings`: { tool, version, serial, time }. The standard requires a time: without one, it is the beginning of 1970.
return function(bundle, settings)
  local found = bill(bundle)
  local names = identifiers(found.all)
  local packages, relationships, by_id = {}, {}, {}
  for _, part in ipairs(found.all) do by_id[part.id] = part end
  local function relate(from, kind, to)
    relationships[#relationships + 1] = { spdxElementId = from, relationshipType = kind, relatedSpdxElement = to }
  end
  relate("SPDXRef-DOCUMENT", "DESCRIBES", names[found.root.id])
  for _, part in ipairs(found.all) do
    packages[#packages + 1] = package(part, names[part.id])
    if part ~= found.root and part.kind ~= "linked" then relate(names[found.root.id], "CONTAINS", names[part.id]) end
    for _, id in ipairs(part.uses) do
      relate(names[part.id], by_id[id].kind == "linked" and "STATIC_LINK" or "DEPENDS_ON", names[id])
    end
  end
  return {
    spdxVersion = "SPDX-2.3", dataLicense = "CC0-1.0", SPDXID = "SPDXRef-DOCUMENT", name = bundle.name,
    documentNamespace = "https://spdx.org/spdxdocs/" .. bundle.name:gsub("[^%w.-]+", "-") .. "-" .. settings.serial,
    creationInfo = {
      created = settings.time or "1970-01-01T00:00:00Z", creators = { ("Tool: %s-%s"):format(settings.tool, settings.version) },
    },
    packages = packages, relationships = relationships,
  }
end
