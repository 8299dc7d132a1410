-- The identifiers of the company, for policies that import this module.
local prefixes = { "com.example.", "com.example-labs." }

local function is_ours(id)
  for _, prefix in ipairs(prefixes) do
    if id:sub(1, #prefix) == prefix then return true end
  end
  return false
end

return { prefixes = prefixes, is_ours = is_ours }
