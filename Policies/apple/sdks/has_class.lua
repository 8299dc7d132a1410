local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether the code of a bundle defines one of these classes, as it does if a library with them is linked statically.
return function(bundle, names)
  for _, slice in ipairs(slices(bundle)) do
    local classes = values.readable(slice, "classes")
    for _, name in ipairs(classes and names or {}) do
      if classes[name] then return true end
    end
  end
  return false
end
