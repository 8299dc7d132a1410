local slices = import "apple.code.slices"

local linked = { execute = true, dylib = true, bundle = true }

-- The slices of a bundle's executable that devices can run: linked code for processors of devices.
return function(bundle)
  local result = {}
  for _, slice in ipairs(slices(bundle)) do
    local is_for_device = slice.architecture:find("arm") and not (slice.platform and slice.platform:find("simulator"))
    if is_for_device and linked[slice.file_type] then result[#result + 1] = slice end
  end
  return result
end
