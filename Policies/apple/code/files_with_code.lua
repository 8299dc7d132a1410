local is_program = import "apple.code.is_program"
local values = import "apple.values"

-- The files with code of a bundle, without the bundles inside it, as `{ path, file, is_program }` in order. Damaged code is left out.
-- `is_wanted` chooses the files that are read; without it, all are.
return function(bundle, is_wanted)
  local result = {}
  for _, found in ipairs(bundles.code(bundle)) do
    local path, file = found.path, found.file
    local code = file and file.type == "file" and (not is_wanted or is_wanted(file, path)) and values.code(file)
    if code then
      result[#result + 1] = { path = path, file = file, is_program = is_program(code) }
    end
  end
  return result
end
