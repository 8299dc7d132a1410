local catalogs = import "apple.icons.catalogs"
local values = import "apple.values"

-- The app icons that Info.plist names, and the files that each name stands for.
local named = {}

-- The keys that name icons, for `applies`.
named.keys = { "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile" }

-- Where CFBundleIcons contains icons.
local icons = { "CFBundlePrimaryIcon", "CFBundleAlternateIcons/*" }

-- A list of { value, node, key, icon }: every file name under the icon keys, in the order they are read, and the dictionary of
-- its icon; `is_primary` leaves out alternate icons.
function named.names(bundle, is_primary)
  local result = {}
  local function note(icon)
    local files = values.dictionary(icon).CFBundleIconFiles
    for index, name in ipairs(values.list(files)) do
      if values.text(name) then result[#result + 1] = { value = name, node = files, key = index, icon = icon } end
    end
  end
  for index, place in ipairs(icons) do
    for _, form in ipairs((index == 1 or not is_primary) and values.forms(bundle.info, "CFBundleIcons") or {}) do
      for _, entry in ipairs(plist.find(bundle.info, "/" .. form:gsub("~", "~0") .. "/" .. place)) do note(entry.value) end
    end
  end
  for _, form in ipairs(values.forms(bundle.info, "CFBundleIconFiles")) do
    for index, name in ipairs(values.list(bundle.info[form])) do
      if values.text(name) then result[#result + 1] = { value = name, node = bundle.info[form], key = index, icon = bundle.info } end
    end
  end
  for _, form in ipairs(values.forms(bundle.info, "CFBundleIconFile")) do
    if values.text(bundle.info[form]) then
      result[#result + 1] = { value = bundle.info[form], node = bundle.info, key = form, icon = bundle.info }
    end
  end
  return result
end

-- Whether the icon of a name is in the asset catalog: then the app needs no file of that name. App Clips and apps for recent
-- systems have none.
function named.is_in_catalog(bundle, entry)
  local name = values.text(entry.icon.CFBundleIconName)
  return name ~= nil and catalogs.has(bundle, name)
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
      local png = values.png(bundle.files[path])
      if png and not seen[path] then
        seen[path] = png
        result[#result + 1] = { path = path, png = png }
      end
    end
  end
  return result
end

return named
