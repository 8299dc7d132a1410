local values = import "apple.values"

local groups = "com.apple.security.application-groups"

local mac_keys = { ["com.apple.application-identifier"] = true, ["keychain-access-groups"] = true }

-- Whether code may have the entitlement only if its profile allows it. Entitlements of the sandbox and hardened runtime do not need
-- a profile; on the Mac, only entitlements for Apple's services do, and entitlements that identify the app.
return function(bundle, key)
  if key == groups then return values.is_mobile(bundle) end
  if key:find("^com%.apple%.security%.") then return false end
  return values.is_mobile(bundle) or mac_keys[key] or key:find("^com%.apple%.developer%.") ~= nil
end
