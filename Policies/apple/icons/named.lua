local values = import "apple.values"

-- The icons of an application that its Info.plist names, and the files that stand for each name.
local named = {}

-- Where names of files stand in CFBundleIcons.
local lists = { "CFBundlePrimaryIcon/CFBundleIconFiles/*", "CFBundleAlternateIcons/*/CFBundleIconFiles/*" }

-- A list of { value, node, key }: every name of a file under the keys for icons, in the order they are read; `is_primary` leaves
-- out those of icons that people choose among.
function named.names(bundle, is_primary)
  local result = {}
  local function note(key, rest)
    for _, form in ipairs(values.forms(bundle.info, key)) do
      for _, entry in ipairs(plist.find(bundle.info, "/" .. form:gsub("~", "~0") .. rest)) do
        if values.text(entry.value) then result[#result + 1] = entry end
      end
    end
  end
  for index, list in ipairs(lists) do
    if index == 1 or not is_primary then note("CFBundleIcons", "/" .. list) end
  end
  note("CFBundleIconFiles", "/*")
  note("CFBundleIconFile", "")
  return result
end

local scales = { "", "@2x", "@3x" }
local devices = { "", "~iphone", "~ipad" }

-- The files that a name of an iOS application stands for: itself, or without extension every variant there is.
function named.files(bundle, name)
  if name:find("%.%a%w*$") then return bundles.exists(bundle, name) and { name } or {} end
  local found = {}
  for _, scale in ipairs(scales) do
    for _, device in ipairs(devices) do
      local path = name .. scale .. device .. ".png"
      if bundles.exists(bundle, path) then found[#found + 1] = path end
    end
  end
  return found
end

-- A list of { path, png }: each file named that is a picture, once; `is_primary` as above.
function named.pictures(bundle, is_primary)
  local result, seen = {}, {}
  for _, entry in ipairs(named.names(bundle, is_primary)) do
    for _, path in ipairs(named.files(bundle, entry.value)) do
      local png = bundle.files[path].png
      if png and not seen[path] then
        seen[path] = png
        result[#result + 1] = { path = path, png = png }
      end
    end
  end
  return result
end

return named
