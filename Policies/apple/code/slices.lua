-- The slices of a bundle's executable in order; empty if it has no code.
local function slices(bundle)
  local file = bundle.executable and bundle.files[bundle.executable]
  local code = file and file.mach_o
  return code and code.slices or {}
end

return slices
