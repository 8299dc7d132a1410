-- Keys for usage descriptions, and their texts; only usage-descriptions and usage-description-texts report them.
local usage_keys = {}

-- Whether the platform defines the key and shows its text when the app asks for access.
function usage_keys.has(name) return name:find("UsageDescription") ~= nil and not keys.is_custom(name) end

-- Whether a string is a placeholder for a usage description.
function usage_keys.is_placeholder(key, text)
  return text:find("^%s*TODO%f[^%w]") ~= nil or text:find("^%s*FIXME%f[^%w]") ~= nil or text:find("^%s*TBD%f[^%w]") ~= nil
    or text:lower():find("lorem ipsum", 1, true) ~= nil or text == key
end

-- Whether a string is a single word, which cannot be a reason. Some languages are written without spaces, so only ASCII counts.
function usage_keys.is_word(text) return text:find("^%s*[!-~]+%s*$") ~= nil end

return usage_keys
