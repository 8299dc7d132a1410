local slices = import "apple.code.slices"

-- Where libraries of the system lie.
local system = { "/usr/lib/", "/System/Library/", "/System/iOSSupport/", "/System/DriverKit/", "/Library/Apple/" }

local function is_of_system(path)
  for _, folder in ipairs(system) do
    if path:sub(1, #folder) == folder then return true end
  end
  return false
end

local function linked(library, rpath)
  return { ["Contents/MacOS/App"] = { mach_o = { libraries = { library }, rpaths = { rpath or "@executable_path/../Frameworks" } } } }
end

local function is_shared(path) return path:find("^/Library/Frameworks/") ~= nil end

-- Whether a framework named by @rpath is in none of the places that the application around the bundle has for it. Of code that
-- others load, and of rpaths that lead to what an installer leaves, nothing can be told.
local function is_gone(bundle, slice, framework)
  for _, path in ipairs(slice.rpaths) do
    if path:find("^/Library/") then return false end
  end
  local around, outer = bundle, nil
  while around do
    if around.kind == "application" then outer = around end
    around = around.parent
  end
  return outer and not bundles.exists(outer, "Contents/Frameworks/" .. framework)
    and not bundles.exists(outer, "Frameworks/" .. framework) and #bundles.walk(outer, "**/" .. framework) == 0
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
        local framework = not library.is_weak and library.name:match("@rpath/([^/]+%.framework)/")
        if framework and is_gone(bundle, slice, framework) then
          report:file(bundle.executable, "the code for %s is linked with %s, which is not in the application", slice.architecture, framework, {
            expected = framework .. " in the application's Frameworks", fix = "embed the framework, or don't link with it",
            discriminator = slice.architecture .. library.name, severity = "warning",
          })
        elseif library.name:sub(1, 1) == "/" and not is_of_system(library.name) and not library.is_weak then
          report:file(bundle.executable, "the code for %s is linked with %s", slice.architecture, library.name, {
            expected = "a library of the system, or one in the bundle by @rpath",
            fix = is_shared(library.name) and "have your installer bring it, or copy it into the bundle"
              or "copy the library into the bundle and change its name with install_name_tool -change",
            discriminator = slice.architecture .. library.name, severity = is_shared(library.name) and "warning" or nil,
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/lib/libSystem.B.dylib", "@rpath/Kit", "@loader_path/a" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "driverkit", libraries = { "/System/DriverKit/usr/lib/libSystem.dylib" } } } } },
      { files = linked "@rpath/Kit.framework/Kit", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      { platform = "ios", files = { App = { mach_o = { libraries = { "@rpath/Kit.framework/Kit" } } } }, bundles = { ["Frameworks/Kit.framework"] = {} } },
      {
        files = linked "@rpath/Kit.framework/Kit",
        bundles = { ["Contents/PlugIns/Share.appex"] = { bundles = { ["Contents/Frameworks/Kit.framework"] = {} } } },
      },
      { files = linked("@rpath/Kit.framework/Kit", "/Library/Frameworks") },
      -- What loads a plug-in may have it.
      { kind = "plugin", name = "App.bundle", files = linked "@rpath/Kit.framework/Kit" },
    },
    fail = {
      { files = linked "@rpath/Gone.framework/Gone" }, { files = linked "/Library/Frameworks/Mono.framework/Mono" },
      { platform = "ios", files = { App = { mach_o = { libraries = { "@rpath/Gone.framework/Gone" } } } } },
      { bundles = { ["Contents/PlugIns/App.appex"] = { files = linked "@rpath/Gone.framework/Gone" } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/opt/homebrew/lib/libx.dylib" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } } } },
    },
  },
}
