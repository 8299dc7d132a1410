local entitlements = import "apple.code.entitlements"

-- The entitlements of a bundle's executable that can be read, as `entitlements.of` returns them: one entry if all slices have the same.
return function(bundle)
  local result = {}
  for _, part in ipairs(entitlements.of(bundle)) do
    if part.list then result[#result + 1] = part end
  end
  return result
end
