-- The folders of a bundle's languages: path by name, without extension.
local resources = { contents = "Contents/Resources/", versioned = "Versions/*/Resources/" }

return function(bundle)
  local result = {}
  for _, path in ipairs(bundles.walk(bundle, (resources[bundle.layout] or "") .. "*.lproj")) do
    result[path:match("([^/]+)%.lproj")] = path
  end
  return result
end
