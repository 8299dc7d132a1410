local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether the bundle is an app extension that a team signed: the Mac registers it only if it runs in the sandbox. Before that, entitlements
-- are not there yet.
return function(bundle)
  if not values.is_app_extension(bundle) or bundle.info.NSExtension == nil then return false end
  for _, slice in ipairs(slices(bundle)) do
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if signature and signature.team then return true end
  end
  return false
end
