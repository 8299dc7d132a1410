-- Since when documents advise against a key.
local values = import "apple.values"

local age = {}

-- The version of the bundle's system that advises against a key or field, true when the documents name none; nil when none does,
-- or when the bundle also runs on systems before it. `entry` is of the registry.
function age.since(bundle, entry)
  local since = entry.deprecated and entry.deprecated[bundle.platform]
  if not since or since == true then return since end
  local minimum = values.minimum_os(bundle)
  return minimum and version.compare(minimum, since) >= 0 and since or nil
end

local names = { macos = "macOS", catalyst = "Mac Catalyst", ios = "iOS", tvos = "tvOS", watchos = "watchOS", visionos = "visionOS" }

-- Since when, in words, for a bundle's platform: "since macOS 10.5".
function age.phrase(bundle, since)
  return since == true and "by now" or "since " .. names[bundle.platform] .. " " .. since
end

return age
