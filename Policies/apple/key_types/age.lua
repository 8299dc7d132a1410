-- Since when a key is deprecated.
local values = import "apple.values"

local age = {}

-- The version of the bundle's system that deprecates a key or field, true if the documentation names none; nil if it is not
-- deprecated, or if the bundle also supports older systems. `entry` is an entry of the registry.
function age.since(bundle, entry)
  local since = entry.deprecated and entry.deprecated[bundle.platform]
  if not since or since == true then return since end
  local minimum = values.minimum_os(bundle)
  return minimum and version.compare(minimum, since) >= 0 and since or nil
end

-- To follow a deprecated key in a message: "has been deprecated since macOS 10.5".
function age.phrase(bundle, since)
  return since == true and "is deprecated" or "has been deprecated since " .. values.system(bundle.platform) .. " " .. since
end

return age
