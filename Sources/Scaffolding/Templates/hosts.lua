-- The hosts that bundles may connect to. Policies load this module with `import "shared.hosts"`.

local hosts = {}

hosts.production = "api.example.com"

---Returns whether a value of a property list is the name of a staging host.
---@param value any
---@return boolean
function hosts.is_staging(value)
  return type(value) == "string" and value:find("^staging%.") ~= nil
end

return hosts
