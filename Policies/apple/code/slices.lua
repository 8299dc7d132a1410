local values = import "apple.values"

-- The slices of a bundle's executable in order; empty if it has no code.
local function slices(bundle)
  local code = values.code(bundle.executable_file)
  -- Why an executable cannot be reached, such as in a folder that is a link out of the bundle, is for other rules to report: a rule that
  -- applies by what the executable contains must know that it cannot be read.
  if not code then values.readable(bundle, "entitlements") end
  return code and code.slices or {}
end

return slices
