-- Keys for usage descriptions; only usage-description-texts reports them.
local usage_keys = {}

-- Whether the platform defines the key and shows its text when the app asks for access.
function usage_keys.has(name) return name:find("UsageDescription") ~= nil and not keys.is_custom(name) end

-- The usage keys of an Info.plist in all their variants, as a set.
function usage_keys.of(info)
  local result = {}
  for key in pairs(info) do
    local base = keys.split(key).base
    if usage_keys.has(base) then result[base] = true end
  end
  return result
end

return usage_keys
