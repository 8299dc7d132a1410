local own_files = import "apple.code.own_files"
local is_program = import "apple.code.is_program"
local values = import "apple.values"

-- The code that a bundle can run or load, as `{ path, file, is_program }` in order, without that of the bundles inside it: its executable,
-- and the files with code that are marked executable. Damaged code is left out.
return function(bundle)
  local result = {}
  for path, file in pairs(own_files(bundle)) do
    local code = file.type == "file" and (file.executable or path == bundle.executable) and values.code(file)
    if code then
      result[#result + 1] = { path = path, file = file, is_program = is_program(code) }
    end
  end
  return result
end
