-- Purpose strings: usage-description-texts says all there is to say of them.
local usage_keys = {}

-- Whether the platform defines the key, and shows its text when it asks for access.
function usage_keys.has(name) return name:find("UsageDescription") ~= nil and not keys.is_custom(name) end

-- Those that an Info.plist has, in whatever variants: a set.
function usage_keys.of(info)
  local result = {}
  for key in pairs(info) do
    local base = keys.split(key).base
    if usage_keys.has(base) then result[base] = true end
  end
  return result
end

return usage_keys
