local inner_path = import "apple.layout.inner_path"

-- The files of a bundle by path, without the files of nested bundles.
return function(bundle)
  local nested, result = {}, {}
  for _, inner in ipairs(bundle.bundles) do nested[inner_path(inner, bundle)] = true end
  for path, file in pairs(bundle.files) do
    local is_own = true
    for slash in path:gmatch("()/") do
      if nested[path:sub(1, slash - 1)] then is_own = false end
    end
    if is_own then result[path] = file end
  end
  return result
end
