local values = import "apple.values"

-- The language folders of a bundle.
local folders = {}

local resources = {
  contents = "Contents/Resources/", versioned = "Versions/*/Resources/", resources = "Resources/", wrapped = "Wrapper/*/",
}

-- The pattern of their paths, and what may follow it.
function folders.pattern(bundle, rest) return (resources[bundle.layout] or "") .. "*.lproj" .. (rest or "") end

-- The path of each by its name, without extension. The empty.lproj of Qt is an empty file.
function folders.all(bundle)
  local result = {}
  for _, path in ipairs(bundles.walk(bundle, folders.pattern(bundle))) do
    if bundle.files[path].type ~= "file" then result[path:match("([^/]+)%.lproj")] = path end
  end
  return result
end

-- The folder of the language in which the texts are written; nil if the bundle has none.
function folders.source(bundle, there)
  local region = values.text(bundle.info.CFBundleDevelopmentRegion) or "en"
  for _, name in ipairs { region, locale.canonical(region) or region, locale.language(region) or region } do
    if there[name] then return name end
  end
  return nil
end

return folders
