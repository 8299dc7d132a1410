-- The parts of a bundle: `bundles.components`.
local inner_path = import "apple.layout.inner_path"
local known = import "apple.components.known"
local values = import "apple.values"

-- The known libraries by the names of their frameworks and of their loose libraries, and what to search code for.
local by_framework, by_library, texts = {}, {}, {}
for _, entry in ipairs(known) do
  for _, name in ipairs(entry.frameworks or {}) do by_framework[name] = entry end
  for _, name in ipairs(entry.libraries or {}) do by_library[name] = entry end
  texts[entry.name] = entry.text
  if entry.needs then texts[entry.name .. " needs"] = entry.needs end
end

-- The kinds of bundles that are delivered as one: their own code belongs to others.
local containers = { archive = true, xcframework = true, plist = true }

local function base_name(path) return path:match("[^/]*$") end

-- The name of a loose library without the prefix lib, version and extension: `crypto` for libcrypto.3.dylib.
local function library_name(path) return base_name(path):match("^lib(.-)[.%-]?[%d.]*%.dylib$") end

local function slice(file)
  local code = values.code(file)
  return code and code.slices[1]
end

-- The texts of known libraries that code contains: a list of matches by name.
local function matches(code)
  local result = {}
  for _, section in ipairs { "__TEXT,__cstring", "__TEXT,__const" } do
    local is_read, found = pcall(code.find, code, texts, { section = section, limit = 20 })
    for _, match in ipairs(is_read and found or {}) do
      result[match.name] = result[match.name] or {}
      table.insert(result[match.name], match.text)
    end
  end
  return result
end

-- The version that code states for a library: { text, version, released }; nil if it is not there. A library that `is_itself` needs no
-- further proof.
local function stated(entry, found, is_itself)
  local text = found[entry.name] and found[entry.name][1]
  if not text or entry.needs and not is_itself and not found[entry.name .. " needs"] then return nil end
  return {
    text = text:gsub("[%c%z]+", " "):match("^%s*(.-)%s*$"), version = entry.version and text:match(entry.version),
    released = entry.released and text:match(entry.released),
  }
end

-- The class by which a library is recognized in code, if all of its classes are there.
local function defined(entry, classes)
  for _, name in ipairs(entry.classes) do
    if not classes[name] then return nil end
  end
  return entry.classes[1]
end

-- The libraries in code, and what the code states about the library that it is itself.
local function search(code, own)
  local linked, about_itself = {}, nil
  local found, classes = matches(code), values.readable(code, "classes")
  for _, entry in ipairs(known) do
    local class = entry.classes and classes and #classes > 0 and defined(entry, classes)
    local fact = entry.text and stated(entry, found, entry == own) or class and { text = class }
    if entry == own then about_itself = fact elseif fact then linked[#linked + 1] = { entry = entry, fact = fact } end
  end
  return linked, about_itself or {}
end

-- Adds what code consists of: `component` describes it, and gets what the code states.
local function add_code(component, file, own, result)
  result[#result + 1] = component
  component.sdk = own and own.name
  local code = slice(file)
  if not code then return end
  local signature = values.readable(code, "signature")
  component.team = signature and signature.team
  component.install_name = code.id and code.id.name
  local linked, about_itself = search(code, own)
  component.version, component.released = about_itself.version or component.version, about_itself.released
  if not component.version and code.id and not (own and own.text) and code.id.current_version ~= "0.0.0" then
    component.version = code.id.current_version
  end
  for _, part in ipairs(linked) do
    result[#result + 1] = {
      name = part.entry.name, kind = "linked", path = component.path, file = file, sdk = part.entry.name, version = part.fact.version,
      released = part.fact.released, evidence = part.fact.text,
    }
  end
end

local function add(bundle, around, result)
  local prefix = inner_path(bundle, around)
  if prefix ~= "" then prefix = prefix .. "/" end
  local main
  local others = {}
  for _, code in ipairs(bundles.code(bundle)) do
    if code.role == "main" then main = code elseif code.role ~= "debug_symbols" then others[#others + 1] = code end
  end
  local file = main and main.file or bundle.executable_file
  if not containers[bundle.kind] and file then
    local name = bundle.name:match("^(.+)%.[^.]+$") or bundle.name
    add_code({
      name = name, kind = bundle.kind, bundle = bundle, identifier = bundle.identifier, path = prefix == "" and "." or prefix:sub(1, -2),
      version = values.text(bundle.info.CFBundleShortVersionString), build = values.text(bundle.info.CFBundleVersion), file = file,
    }, file, bundle.kind == "framework" and by_framework[name] or nil, result)
  end
  for _, code in ipairs(others) do
    local path = code.contained or code.path
    local name = library_name(path)
    add_code({
      name = base_name(path):match("^(.+)%.%a+$") or base_name(path), kind = code.role, file = code.file,
      path = prefix .. code.path .. (code.contained and "/" .. code.contained or ""),
    }, code.file, code.role == "library" and by_library[name] or nil, result)
  end
  for _, inner in ipairs(bundle.bundles) do add(inner, around, result) end
end

return function(bundle)
  local result = {}
  add(bundle, bundle, result)
  table.sort(result, function(a, b)
    if a.path ~= b.path then return a.path < b.path end
    if (a.kind == "linked") ~= (b.kind == "linked") then return b.kind == "linked" end
    return a.name < b.name
  end)
  return result
end
