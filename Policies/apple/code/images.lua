local values = import "apple.values"

-- The files of a bundle that the loader maps: the main executable, then what lies beside it and among the frameworks of an app.
-- Each is { path, slices, is_main }. Nested bundles have images of their own.
local function images(bundle)
  local result, seen = {}, {}
  local function add(path, is_main)
    local file = path and not seen[path] and bundle.files[path]
    local code = file and (is_main or file.type == "file") and values.code(file)
    if code then
      seen[path] = true
      result[#result + 1] = { path = path, slices = code.slices, is_main = is_main }
    end
  end
  add(bundle.executable, true)
  if bundle.kind == "application" then
    local patterns = bundle.layout == "contents" and { "Contents/MacOS/*", "Contents/Frameworks/*.dylib" } or { "Frameworks/*.dylib" }
    for _, pattern in ipairs(patterns) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do add(path, false) end
    end
  end
  return result
end

return images
