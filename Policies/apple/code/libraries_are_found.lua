local slices = import "apple.code.slices"

-- Where libraries of the system lie.
local system = { "/usr/lib/", "/System/Library/", "/System/iOSSupport/", "/Library/Apple/" }

local function is_of_system(path)
  for _, folder in ipairs(system) do
    if path:sub(1, #folder) == folder then return true end
  end
  return false
end

rule "libraries-are-found" {
  summary   = "Code is linked with libraries of the system and of the bundle, not of the build machine",
  severity  = "error",
  rationale = "The library lies where it does on the build machine alone; on that of a user the application ends before it starts.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_LOAD_DYLIB" },
  tags      = { "S8" },
  check = function(bundle, report)
    for _, slice in ipairs(slices(bundle)) do
      for _, library in ipairs(slice.libraries) do
        if library.name:sub(1, 1) == "/" and not is_of_system(library.name) and not library.is_weak then
          report:file(bundle.executable, "the code for %s is linked with %s", slice.architecture, library.name, {
            expected = "a library of the system, or one in the bundle by @rpath",
            fix = "copy the library into the bundle and change its name with install_name_tool -change",
            discriminator = slice.architecture .. library.name,
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/lib/libSystem.B.dylib", "@rpath/Kit", "@loader_path/a" } } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/opt/homebrew/lib/libx.dylib" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } } } },
    },
  },
}
