-- What a slice refers to: functions that tell whether it imports a symbol, refers to a class of other code, or has a selector. Each table is read at
-- most once, and only if it is asked for.
local function uses(slice)
  local tables = {}
  local function has(field, name)
    if tables[field] == nil then tables[field] = slice[field] or {} end
    return tables[field][name] == true
  end
  return {
    symbol = function(name) return has("imports", name) end,
    class = function(name) return has("used_classes", name) end,
    selector = function(name) return has("selectors", name) end,
  }
end

return uses
