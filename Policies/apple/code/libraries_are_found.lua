local slices = import "apple.code.slices"

-- The folders of system libraries.
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

-- How many folders the executable is below the app that contains the bundle.
local function depth(bundle, outer)
  local count = select(2, bundle.executable:gsub("/", ""))
  while bundle.path ~= outer.path do
    local parent = bundle.parent
    local rest = parent.path == "" and bundle.path or bundle.path:sub(#parent.path + 2)
    count = count + 1 + select(2, rest:gsub("/", ""))
    bundle = parent
  end
  return count
end

-- Whether a run path leads out of the app on purpose: to what an installer leaves, or to what surrounds the app. The folders of
-- Xcode and of users are those of the build machine.
local function leaves(path, levels)
  if path:sub(1, 1) == "/" then
    return not is_of_system(path) and not path:find("^/Users/") and not path:find("%.app/Contents/Developer/")
      and not path:find("%.xctoolchain/") and not path:find("^/private/") and not path:find("^/tmp/") and not path:find("/DerivedData/")
  end
  return select(2, path:gsub("%.%.", "")) > levels
end

-- Whether the app that contains the bundle has no framework where its @rpath could find it. Nothing is certain about code that
-- other programs load.
local function is_gone(bundle, slice, framework)
  local around, outer = bundle, nil
  while around do
    if around.kind == "application" then outer = around end
    around = around.parent
  end
  if not outer then return false end
  local levels = depth(bundle, outer)
  for _, path in ipairs(slice.rpaths) do
    if leaves(path, levels) then return false end
  end
  return not bundles.exists(outer, "Contents/Frameworks/" .. framework)
    and not bundles.exists(outer, "Frameworks/" .. framework) and #bundles.walk(outer, "**/" .. framework) == 0
end

-- The libraries of all slices, each with the architectures that want it: `{ library, slice, architectures }` in order.
local function wanted(bundle)
  local result, seen = {}, {}
  for _, slice in ipairs(slices(bundle)) do
    for _, library in ipairs(slice.libraries) do
      local entry = seen[library.name]
      if not entry then
        entry = { library = library, slice = slice, architectures = {} }
        seen[library.name] = entry
        result[#result + 1] = entry
      end
      if entry.architectures[#entry.architectures] ~= slice.architecture then
        entry.architectures[#entry.architectures + 1] = slice.architecture
      end
    end
  end
  return result
end

rule "libraries-are-found" {
  summary   = "Code must link only against libraries of the system and the bundle, not of the build machine",
  severity  = "error",
  rationale = "Any other library exists only on the build machine; on a user's machine, the app fails to launch.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_LOAD_DYLIB" },
  tags      = { "S8" },
  check = function(bundle, report)
    for _, entry in ipairs(wanted(bundle)) do
      local library, codes = entry.library, table.concat(entry.architectures, " and ")
      local framework = not library.is_weak and library.name:match("@rpath/([^/]+%.framework)/")
      if framework and is_gone(bundle, entry.slice, framework) then
        report:file(bundle.executable, "the %s code links against %s, which is not in the app", codes, framework, {
          expected = framework .. " in the app's Frameworks", fix = "embed the framework, or stop linking against it",
          discriminator = library.name, severity = "warning",
        })
      elseif library.name:sub(1, 1) == "/" and not is_of_system(library.name) and not library.is_weak then
        report:file(bundle.executable, "the %s code links against %s, which is part of neither the system nor the bundle", codes, library.name, {
          expected = "a library of the system, or one in the bundle found by @rpath",
          fix = is_shared(library.name) and "have your installer install it, or embed it in the bundle"
            or "embed the library in the bundle and change the path with install_name_tool -change",
          discriminator = library.name, severity = is_shared(library.name) and "warning" or nil,
        })
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
      { files = linked("@rpath/Kit.framework/Kit", "/opt/vendor/lib") },
      { files = linked("@rpath/Kit.framework/Kit", "@executable_path/../../../Frameworks") },
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/MacOS/App"] = { mach_o = { libraries = { "@rpath/Kit.framework/Kit" }, rpaths = { "@loader_path/../../../../../../Frameworks" } } },
        } } },
      },
      -- The program that loads the plug-in may contain the library.
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
