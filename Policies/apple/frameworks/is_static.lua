local slices = import "apple.code.slices"
local values = import "apple.values"

local static = { archive = true, object = true }

-- Whether the executable of a framework is not a library that the system loads, but input for a linker.
return function(bundle)
  local file = bundle.executable_file
  if file and file.type == "file" and values.readable(file, "format") == "static_library" then return true end
  for _, slice in ipairs(slices(bundle)) do
    if static[slice.file_type] then return true end
  end
  return false
end
