local values = import "apple.values"

-- The app icons that Info.plist names, and the files that each name stands for.
local named = {}

-- Where CFBundleIcons contains file names.
local lists = { "CFBundlePrimaryIcon/CFBundleIconFiles/*", "CFBundleAlternateIcons/*/CFBundleIconFiles/*" }

-- A list of { value, node, key }: every file name under the icon keys, in the order they are read; `is_primary` leaves
-- out alternate icons.
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

-- The files that a name in an iOS app stands for: the file itself or, without an extension, every variant that exists.
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

-- A list of { path, png }: each named file that is a PNG, once; `is_primary` as above.
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
