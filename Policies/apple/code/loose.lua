local images = import "apple.code.images"
local is_program = import "apple.code.is_program"
local needed_at_launch = import "apple.code.needed_at_launch"
local values = import "apple.values"

-- Apps with one of these may contain loose code, also under other names. For others, not every file is looked into.
local patterns = {
  "**/*.dylib", "**/*.so", "**/*.jnilib", "**/*.node", "Contents/Helpers/*", "Contents/Libraries/*", "Contents/PlugIns/*", "**/bin/*",
  "**/lib/*",
}

local loose = { patterns = patterns }

-- For the examples: a path for each of the patterns.
loose.paths = {
  "Contents/libs/a.dylib", "Contents/libs/a.so", "Contents/libs/a.jnilib", "Contents/libs/a.node", "Contents/Helpers/a",
  "Contents/Libraries/a", "Contents/PlugIns/a", "Contents/Resources/bin/a", "Contents/Resources/lib/a",
}

-- Whether the app itself sets the loader's search paths, so that it looks for libraries elsewhere as well.
function loose.has_environment(app)
  for name in pairs(values.dictionary(app.info.LSEnvironment)) do
    if name:find("^DYLD_") then return true end
  end
  return false
end

-- The libraries, plug-ins and tools of an app that are files by themselves, with any name, except for those in the folders that the
-- rules for each bundle look at: { file, slices, is_tool } in order.
function loose.files(app)
  local result, known = {}, {}
  for _, image in ipairs(images(app)) do known[image.file.path] = true end
  for _, found in ipairs(bundles.code(app, { roles = { "library", "plug_in", "program" } })) do
    local file = found.file
    local code = file and file.type == "file" and not known[found.path] and values.code(file)
    if code then result[#result + 1] = { file = file, slices = code.slices, is_tool = found.role == "program" } end
  end
  return result
end

-- The paths of all code that the loader maps when the programs of an app start: what they link against, and what that links against.
function loose.reachable(app)
  local result, queue = {}, {}
  for _, image in ipairs(images(app)) do
    if is_program(image) then queue[#queue + 1] = image.slices end
  end
  while #queue > 0 do
    -- Looking for a library takes long, and the code for each processor finds the same.
    local seen = {}
    for _, slice in ipairs(table.remove(queue)) do
      for _, library in ipairs(slice.libraries) do
        local path = not seen[library.name] and needed_at_launch(library) and library.resolution == "found" and library.path
        seen[library.name] = path
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
