local values = import "apple.values"

-- The files of a bundle that the loader maps: the main executable, then the files in its folder and in an app's frameworks.
-- Each is { file, slices, is_main }. Nested bundles have images of their own.
local function images(bundle)
  local result, main = {}, bundle.executable_file
  local function add(file, is_main)
    local code = file and (is_main or file.type == "file" and file ~= main) and values.code(file)
    if code then result[#result + 1] = { file = file, slices = code.slices, is_main = is_main } end
  end
  add(main, true)
  if bundle.kind == "application" then
    local patterns = bundle.layout == "contents" and { "Contents/MacOS/*", "Contents/Frameworks/*.dylib" } or { "Frameworks/*.dylib" }
    for _, pattern in ipairs(patterns) do
      for _, file in ipairs(bundles.files(bundle, pattern)) do add(file, false) end
    end
  end
  return result
end

return images
