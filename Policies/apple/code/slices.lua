local values = import "apple.values"

-- The slices of a bundle's executable in order; empty if it has no code.
local function slices(bundle)
  local code = values.code(bundle.executable_file)
  return code and code.slices or {}
end

return slices
