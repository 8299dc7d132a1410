local function field(slice, name) return slice[name] end

-- The names that a slice refers to: functions that return whether it imports a symbol, refers to a class of other code, or has a
-- selector. Each table is read at
-- most once, and only if it is asked for. `unreadable` is called with what is wrong with a table that cannot be read.
local function uses(slice, unreadable)
  local tables = {}
  local function has(name_of_table, name)
    if tables[name_of_table] == nil then
      local is_read, names = pcall(field, slice, name_of_table)
      if not is_read then unreadable(names) end
      tables[name_of_table] = is_read and names or {}
    end
    return tables[name_of_table][name] == true
  end
  return {
    symbol = function(name) return has("imports", name) end,
    class = function(name) return has("used_classes", name) end,
    selector = function(name) return has("selectors", name) end,
  }
end

return uses
