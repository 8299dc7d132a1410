-- The icons of an application that its Info.plist names, and the files that stand for each name.
local named = {}

-- Where a bundle keeps what its keys name.
function named.folder(bundle) return bundle.layout == "contents" and "Contents/Resources/" or "" end

-- A key and its variants, as far as they are there.
local function spellings(info, key)
  local result = {}
  if info[key] ~= nil then result[1] = key end
  for _, variant in ipairs(plist.variants(info, key)) do
    if variant.key ~= key then result[#result + 1] = variant.key end
  end
  return result
end

-- A list of { node, key, name }: every name of a file under the keys for icons, in the order they are read.
function named.names(bundle)
  local result = {}
  local function note(node, key)
    local value = node[key]
    if type(value) == "string" and value ~= "" then result[#result + 1] = { node = node, key = key, name = value } end
  end
  local function note_list(list)
    if plist.type(list) == "array" then for index = 1, #list do note(list, index) end end
  end
  local info = bundle.info
  for _, key in ipairs(spellings(info, "CFBundleIcons")) do
    local icons = info[key]
    local primary = plist.type(icons) == "dictionary" and icons.CFBundlePrimaryIcon or nil
    if plist.type(primary) == "dictionary" then note_list(primary.CFBundleIconFiles) end
    local others = plist.type(icons) == "dictionary" and icons.CFBundleAlternateIcons or nil
    for _, other in pairs(plist.type(others) == "dictionary" and others or {}) do
      if plist.type(other) == "dictionary" then note_list(other.CFBundleIconFiles) end
    end
  end
  for _, key in ipairs(spellings(info, "CFBundleIconFiles")) do note_list(info[key]) end
  for _, key in ipairs(spellings(info, "CFBundleIconFile")) do note(info, key) end
  return result
end

local scales = { "", "@2x", "@3x" }
local devices = { "", "~iphone", "~ipad" }

-- The files that a name of an iOS application stands for: itself, or without extension every variant there is.
function named.files(bundle, name)
  local found = {}
  local folder = named.folder(bundle)
  if name:find("%.%w+$") then
    if bundles.exists(bundle, folder .. name) then found[1] = folder .. name end
    return found
  end
  for _, scale in ipairs(scales) do
    for _, device in ipairs(devices) do
      local path = folder .. name .. scale .. device .. ".png"
      if bundles.exists(bundle, path) then found[#found + 1] = path end
    end
  end
  return found
end

-- A list of { entry, path, png }: each file named that is a picture, once.
function named.pictures(bundle)
  local result, seen = {}, {}
  for _, entry in ipairs(named.names(bundle)) do
    for _, path in ipairs(named.files(bundle, entry.name)) do
      local png = not seen[path] and bundle.files[path].png or nil
      seen[path] = true
      if png then result[#result + 1] = { entry = entry, path = path, png = png } end
    end
  end
  return result
end

return named
