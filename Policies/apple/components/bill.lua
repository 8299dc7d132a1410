-- The contents of a bill of materials of a bundle, before it gets the form of a standard: { root, parts, links }. Each part is a component
-- with `id`, which is unique and stays as it is if the next build has the component at the same place, `sha256`, `licenses`, `cpe` and
-- `uses`, the ids of the components that it links to.
local inner_path = import "apple.layout.inner_path"
local known = import "apple.components.known"
local licenses = import "apple.components.licenses"
local loader_root = import "apple.code.loader_root"
local values = import "apple.values"

local cpes = {}
for _, entry in ipairs(known) do cpes[entry.name] = entry.cpe end

local function join(folder, path) return (folder == "" or folder == ".") and path or folder .. "/" .. path end

-- The component at a path to which the loader resolves a library: a framework, or a file, which may be a link.
local function component_at(path, by_path, by_code, bundle)
  local framework = path:match("^(.+%.framework)/")
  if framework and by_path[framework] then return by_path[framework] end
  local file = bundle.files[path]
  return by_code[path] or by_code[file and file.destination or ""]
end

-- The ids of the components that code links to, sorted.
local function links(part, by_path, by_code, bundle)
  local ids, result = {}, {}
  local code = part.file and values.code(part.file)
  -- The app in which the paths of libraries start may be in an archive.
  local folder = part.owner and inner_path(loader_root(part.owner), bundle) or ""
  for _, slice in ipairs(code and code.slices or {}) do
    for _, library in ipairs(slice.libraries) do
      local path = values.readable(library, "resolution") == "found" and values.readable(library, "path")
      local other = path and component_at(join(folder, path), by_path, by_code, bundle)
      if other and other ~= part then ids[other.id] = true end
    end
  end
  for id in pairs(ids) do result[#result + 1] = id end
  return result
end

local function add_license(part, license, seen)
  local text = part.id .. "\n" .. (license.id or license.name)
  if seen[text] then return end
  seen[text] = true
  part.licenses[#part.licenses + 1] = license
end

-- The innermost bundle around a path.
local function around(path, by_path)
  while path ~= "" do
    local part = by_path[path]
    if part and part.bundle then return part end
    path = path:match("^(.*)/") or ""
  end
  return by_path["."]
end

local function add_licenses(bundle, parts, by_path)
  local seen, by_name = {}, {}
  for _, part in ipairs(parts) do
    by_name[part.name:lower()] = by_name[part.name:lower()] or part
  end
  for _, found in ipairs(licenses.files(bundle)) do
    local part = around(found.path, by_path)
    for _, license in ipairs(found.licenses) do add_license(part, license, seen) end
    if #found.licenses == 0 then add_license(part, { name = "unrecognized, see " .. found.path }, seen) end
  end
  for _, found in ipairs(licenses.acknowledged(bundle)) do
    local part = by_name[found.name:lower()]
    if not part then
      part = { id = "acknowledged:" .. found.name, name = found.name, kind = "acknowledged", path = found.path, licenses = {}, uses = {} }
      by_name[found.name:lower()] = part
      parts[#parts + 1] = part
    end
    for _, license in ipairs(found.licenses) do add_license(part, license, seen) end
  end
end

return function(bundle)
  local root
  local parts, by_path, by_code = {}, {}, {}
  for _, component in ipairs(bundles.components(bundle)) do
    -- A table of its own, because a component has no other fields.
    local part = { licenses = {}, uses = {}, owner = component.bundle }
    for name, value in pairs(component) do part[name] = value end
    part.id = part.kind == "linked" and part.path .. "#" .. part.name or part.path
    part.sha256 = part.kind ~= "linked" and part.file and values.readable(part.file, "sha256") or nil
    part.cpe = cpes[part.sdk] and part.version and ("cpe:2.3:a:%s:%s:*:*:*:*:*:*:*"):format(cpes[part.sdk], part.version) or nil
    if part.kind ~= "linked" then by_path[part.path] = part end
    if part.kind ~= "linked" and part.file then
      by_code[part.bundle and join(part.path, part.bundle.executable) or part.path] = part
    end
    if part.path == "." and part.kind ~= "linked" then root = part else parts[#parts + 1] = part end
  end
  root = root or { id = ".", name = bundle.name, kind = bundle.kind, path = ".", bundle = bundle, licenses = {}, uses = {} }
  by_path["."] = root
  add_licenses(bundle, parts, by_path)
  local all = table.move(parts, 1, #parts, 2, { root })
  for _, part in ipairs(all) do
    part.owner = part.bundle or around(part.path, by_path).bundle
    if part.kind ~= "linked" then part.uses = links(part, by_path, by_code, bundle) end
  end
  for _, part in ipairs(parts) do
    if part.kind == "linked" then
      local code = by_path[part.path]
      code.uses[#code.uses + 1] = part.id
    end
  end
  for _, part in ipairs(all) do table.sort(part.uses) end
  return { root = root, parts = parts, all = all }
end
