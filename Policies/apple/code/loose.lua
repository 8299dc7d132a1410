local images = import "apple.code.images"
local inner_path = import "apple.layout.inner_path"
local values = import "apple.values"

local patterns = { "**/*.dylib", "**/*.so", "**/*.jnilib", "**/*.node" }

local loose = { patterns = patterns }

-- The bundles nested in an app, at any depth, as paths that end in a slash.
local function folders(bundle, app, result)
  for _, inner in ipairs(bundle.bundles) do
    result[#result + 1] = inner_path(inner, app) .. "/"
    folders(inner, app, result)
  end
  return result
end

-- The libraries and plug-ins of an app that are files by themselves, except for those in the folders that the rules for each bundle look
-- at: { file, slices } in order.
function loose.files(app)
  local result, nested, known = {}, folders(app, app, {}), {}
  for _, image in ipairs(images(app)) do known[image.file.path] = true end
  for _, file in ipairs(bundles.files(app, patterns, { type = "file", formats = { "mach_o", "universal" } })) do
    local is_own = not known[file.path]
    for _, folder in ipairs(nested) do is_own = is_own and file.path:sub(1, #folder) ~= folder end
    local code = is_own and values.code(file)
    if code then result[#result + 1] = { file = file, slices = code.slices } end
  end
  return result
end

-- The paths of all code that the loader maps when the programs of an app start: what they link against, and what that links against.
function loose.reachable(app)
  local result, queue = {}, {}
  for _, image in ipairs(images(app)) do queue[#queue + 1] = image.slices end
  while #queue > 0 do
    for _, slice in ipairs(table.remove(queue)) do
      for _, library in ipairs(slice.libraries) do
        local path = library.resolution == "found" and library.path
        if path and not result[path] then
          result[path] = true
          local code = values.code(app.files[path])
          if code then queue[#queue + 1] = code.slices end
        end
      end
    end
  end
  return result
end

return loose
