-- The language folders of a bundle: path by name, without extension. The empty.lproj of Qt is an empty file.
local resources = { contents = "Contents/Resources/", versioned = "Versions/*/Resources/" }

return function(bundle)
  local result = {}
  for _, path in ipairs(bundles.walk(bundle, (resources[bundle.layout] or "") .. "*.lproj")) do
    if bundle.files[path].type ~= "file" then result[path:match("([^/]+)%.lproj")] = path end
  end
  return result
end
