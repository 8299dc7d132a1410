local values = import "apple.values"

local function read(owner) return owner.entitlements end

local entitlements = {}

-- The entitlements of a file with code, as { list, architecture, code }: one entry if all slices have the same, else one for each slice, so
-- that none hides what another lacks. `list` is nil if there are none, or if they cannot be read, which entitlements-readable reports;
-- then `problem` says why.
function entitlements.of_file(file)
  local code = values.code(file)
  if not code then return {} end
  local is_same, list = pcall(read, file)
  if is_same then return { { list = list, code = "the code" } } end
  local result = {}
  for _, slice in ipairs(code.slices) do
    local is_read, own = pcall(read, slice)
    local architecture = slice.architecture
    result[#result + 1] = {
      list = is_read and own or nil, problem = not is_read and own or nil, architecture = architecture,
      code = ("the %s code"):format(architecture),
    }
  end
  return result
end

-- Those of a bundle's executable.
function entitlements.of(bundle)
  local result = entitlements.of_file(bundle.executable_file)
  -- As in slices.
  if #result == 0 then values.readable(bundle, "entitlements") end
  return result
end

-- The code that lacks an entitlement with the value true, in words; nil if all of it has it.
function entitlements.lacking(parts, key)
  local names = {}
  for _, part in ipairs(parts) do
    if not part.list or part.list[key] ~= true then
      if not part.architecture then return part.code end
      names[#names + 1] = part.architecture
    end
  end
  return #names > 0 and ("the %s code"):format(table.concat(names, " and ")) or nil
end

return entitlements
