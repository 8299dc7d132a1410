local images = import "apple.code.images"
local inner_path = import "apple.layout.inner_path"
local loader_root = import "apple.code.loader_root"
local loose = import "apple.code.loose"
local needed_at_launch = import "apple.code.needed_at_launch"
local values = import "apple.values"

local function linked(library, rpath)
  return { ["Contents/MacOS/App"] = { mach_o = { libraries = { library }, rpaths = { rpath or "@executable_path/../Frameworks" } } } }
end

local function is_shared(path) return path:find("^/Library/Frameworks/") ~= nil end

-- Returns a function that returns whether the loader maps an image of the bundle when a program of the app around it starts. The app's code
-- is looked into once, and only if needed.
local function loading(bundle)
  local app, reachable = loader_root(bundle), nil
  local folder = inner_path(bundle, app)
  return function(image)
    if app.kind ~= "application" then return false end
    reachable = reachable or loose.reachable(app)
    return reachable[(folder == "" and "" or folder .. "/") .. image.file.path] == true
  end
end

local problems = { foreign = true, absent = true, misplaced = true }

-- The libraries that the loader will not find: { name, problem, place, is_program, architectures } in order, each library once an image.
local function missing(image)
  local result, seen = {}, {}
  for _, slice in ipairs(image.slices) do
    for _, library in ipairs(slice.libraries) do
      local name = library.name
      if needed_at_launch(library) then
        local entry = seen[name]
        if not entry and problems[library.resolution] then
          entry = {
            name = name, problem = library.resolution, place = library.path, is_program = slice.file_type == "execute", architectures = {},
          }
          seen[name] = entry
          result[#result + 1] = entry
        end
        if entry and entry.architectures[#entry.architectures] ~= slice.architecture then
          entry.architectures[#entry.architectures + 1] = slice.architecture
        end
      end
    end
  end
  return result
end

local function tell(bundle, report, image, entry, is_loaded)
  local codes, name = table.concat(entry.architectures, " and "), entry.name
  local subject = ("the %s code links against "):format(codes)
  if entry.problem == "foreign" then
    report:file(image.file.path, "%s%s, which is part of neither the system nor the bundle", subject, name, {
      expected = "a library of the system, or one in the bundle found by @rpath",
      fix = is_shared(name) and "have your installer install it, or embed it in the bundle"
        or "embed the library in the bundle and change the path with install_name_tool -change",
      discriminator = name, severity = (is_shared(name) or not (entry.is_program or is_loaded(image))) and "warning" or nil,
    })
    return
  end
  -- On the Mac, an installer may have put the library into a folder of the run paths, but nobody puts one into the app.
  local is_certain = entry.is_program and (values.is_mobile(bundle) or not name:find("@rpath/"))
  local framework = name:match("([^/]+%.framework)/")
  if entry.problem == "absent" then
    report:file(image.file.path, "%s%s, which is not in the app", subject, framework or name, {
      expected = (framework or name:match("[^/]*$")) .. " in the app's Frameworks",
      fix = ("embed the %s, or stop linking against it"):format(framework and "framework" or "library"), discriminator = name,
      severity = not is_certain and "warning" or nil,
    })
  else
    -- Nobody embeds a framework that an installer puts elsewhere.
    is_certain = is_certain or entry.is_program and framework
    report:file(image.file.path, "%s%s, which is in the app, but not where the loader looks", subject, name, {
      expected = entry.place and "a library at " .. entry.place or "a run path to the library",
      fix = "move the library, or correct LD_RUNPATH_SEARCH_PATHS", discriminator = name,
      severity = not is_certain and "warning" or nil,
    })
  end
end

rule "libraries-are-found" {
  summary   = "Code must link only against libraries of the system and the bundle, and find them there",
  severity  = "error",
  rationale = "A library of the build machine does not exist on a user's machine, and one that no run path leads to is not found either: "
    .. "the app fails to launch. Optional (weak) libraries, run paths that lead out of the app, and code that other programs load are not "
    .. "reported, because nothing is certain about them.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_LOAD_DYLIB, LC_RPATH" },
  tags      = { "S8", "dyld-not-loaded", "dyld-no-rpath", "dyld-build-path" },
  check = function(bundle, report)
    -- With these variables, the loader looks elsewhere as well.
    local is_certain = not loose.has_environment(bundle) and not loose.has_environment(loader_root(bundle))
    -- If several images lack a library, that is one problem.
    local seen, is_loaded = {}, loading(bundle)
    for _, image in ipairs(images(bundle)) do
      for _, entry in ipairs(missing(image)) do
        if not seen[entry.name] and (is_certain or entry.problem == "foreign") then
          seen[entry.name] = true
          tell(bundle, report, image, entry, is_loaded)
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" },
      { files = {
        ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/lib/libSystem.B.dylib", "@loader_path/../Frameworks/a.dylib" } } },
        ["Contents/Frameworks/a.dylib"] = "x",
      } },
      { files = { ["Contents/MacOS/App"] = { mach_o = {
        platform = "driverkit", libraries = { "/System/DriverKit/usr/lib/libSystem.dylib" },
      } } } },
      { files = linked "@rpath/Kit.framework/Kit", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      {
        files = linked("@rpath/Kit.framework/Versions/A/Kit", "@loader_path/../Frameworks/"),
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
      { files = linked("@executable_path/../Frameworks/Kit.framework/Kit"), bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      {
        files = linked("@rpath/Kit.framework/Kit", "@executable_path/./../frameworks"),
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
      {
        platform = "ios",
        files = { App = { mach_o = {
          libraries = { "@rpath/Kit.framework/Kit" }, rpaths = { "/usr/lib/swift", "@executable_path/Frameworks" },
        } } },
        bundles = { ["Frameworks/Kit.framework"] = {} },
      },
      {
        bundles = {
          ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/MacOS/Share"] = { mach_o = {
            libraries = { "@rpath/Kit.framework/Kit" },
            rpaths = { "@executable_path/../Frameworks", "@executable_path/../../../../Frameworks" },
          } } } },
          ["Contents/Frameworks/Kit.framework"] = {},
        },
      },
      -- Libraries of the system have these names.
      { files = linked "@rpath/libc++.1.dylib" }, { files = linked "@rpath/libswift_Concurrency.dylib" },
      { files = linked "@other/libgone.dylib" },
      { files = linked("@rpath/libx.dylib", "/usr/lib") }, { files = linked("@rpath/Kit.framework/Kit", "/System/Library/Frameworks/") },
      -- An installer, or what surrounds the app, may have the library.
      { files = linked("@rpath/Kit.framework/Kit", "/Library/Frameworks") },
      { files = linked("@rpath/Kit.framework/Kit", "/opt/vendor/lib") },
      { files = linked("@rpath/Kit.framework/Kit", "@executable_path/../../../Frameworks") },
      { files = linked "@executable_path/../../../libx.dylib" },
      { bundles = { ["Contents/Helpers/App.app"] = {
        files = linked "@rpath/libgone.dylib", info = { LSEnvironment = { DYLD_LIBRARY_PATH = "/opt/vendor" } },
      } } },
      {
        bundles = { ["Contents/Helpers/App.app"] = { files = linked "@rpath/libgone.dylib" } },
        info = { LSEnvironment = { DYLD_LIBRARY_PATH = "/opt/vendor" } },
      },
      { files = linked "@rpath/Gone.framework/Gone", info = { LSEnvironment = { DYLD_FRAMEWORK_PATH = "/opt/vendor" } } },
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/MacOS/Share"] = { mach_o = {
            libraries = { "@rpath/Kit.framework/Kit" }, rpaths = { "@loader_path/../../../../../../Frameworks" },
          } },
        } } },
      },
      -- A library is found by the run paths of the program, or because another image has loaded it.
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "@loader_path/../Frameworks" } } } },
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = {},
          ["Contents/Frameworks/Other.framework"] = { files = { ["Versions/A/Other"] = { mach_o = {
            file_type = "dylib", id = "x", libraries = { "@rpath/Kit.framework/Kit" },
          } } } },
        },
      },
      {
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = {},
          ["Contents/Frameworks/Other.framework"] = { files = { ["Versions/A/Other"] = { mach_o = {
            file_type = "dylib", id = "x", libraries = { "@rpath/Kit.framework/Kit", "@executable_path/Kit.framework/Kit" },
          } } } },
        },
      },
      {
        files = linked("@rpath/libx.dylib", "/opt/vendor/lib"),
        bundles = { ["Contents/Frameworks/Other.framework"] = { files = { ["Versions/A/Other"] = { mach_o = {
          file_type = "dylib", id = "x", libraries = { "@rpath/Gone.framework/Gone" },
        } } } } },
      },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = {
          files = {
            ["Versions/A/Kit"] = { mach_o = {
              file_type = "dylib", id = "x", libraries = { "@loader_path/Frameworks/a.dylib", "@loader_path/b.dylib" },
            } },
            ["Frameworks"] = { link = "Versions/A/Frameworks" }, ["Versions/A/Frameworks/a.dylib"] = "x", ["Versions/A/b.dylib"] = "x",
          },
        } },
      },
      -- One library may be missing, and the other is loaded later.
      { files = { ["Contents/MacOS/App"] = {
        base64 = "z/rt/gwAAAEAAAAAAgAAAAMAAABoAAAAhQAgAAAAAAAyAAAAGAAAAAEAAAAAAAsAAAALAAAAAAAYAACAKAAAABgAAAACAAAA"
          .. "AwIBAAAAAQBAbG9hZGVyX3BhdGgvYQAAIAAAACgAAAAYAAAAAgAAAAMCAQAAAAEAQGxvYWRlcl9wYXRoL2IAAA==",
      } } },
      -- The program that loads the plug-in may contain the library.
      { kind = "plugin", name = "App.bundle", files = linked "@rpath/Kit.framework/Kit" },
      { files = { ["Contents/MacOS/run.sh"] = "#!/bin/sh\n", ["Contents/MacOS/tool"] = { link = "App" } } },
    },
    fail = {
      {
        files = linked "@rpath/Gone.framework/Gone", at = "Contents/MacOS/App",
        message = "the arm64 and x86_64 code links against Gone.framework, which is not in the app",
      },
      {
        files = linked "/Library/Frameworks/Mono.framework/Mono", at = "Contents/MacOS/App",
        message = "/Library/Frameworks/Mono.framework/Mono, which is part of neither the system nor the bundle",
      },
      { platform = "ios", files = { App = { mach_o = { libraries = { "@rpath/Gone.framework/Gone" } } } }, at = "App" },
      {
        bundles = { ["Contents/PlugIns/App.appex"] = { files = linked "@rpath/Gone.framework/Gone" } },
        at = "Contents/PlugIns/App.appex/Contents/MacOS/App",
      },
      {
        files = linked("@rpath/Gone.framework/Gone", "/Users/me/Library/Developer/Xcode/DerivedData/App/Build/Products/Debug"),
        at = "Contents/MacOS/App",
      },
      { files = linked("@rpath/Gone.framework/Gone", "/usr/lib/swift"), at = "Contents/MacOS/App" },
      {
        files = linked "@rpath/libgone.dylib", at = "Contents/MacOS/App", message = "against @rpath/libgone.dylib, which is not in the app",
      },
      { files = linked "@loader_path/libgone.dylib", at = "Contents/MacOS/App" },
      { files = linked "@executable_path/../Frameworks/libgone.dylib", at = "Contents/MacOS/App" },
      {
        platform = "ios", files = { App = { mach_o = { libraries = { "@rpath/Kit.framework/Kit" } } } },
        bundles = { ["Frameworks/Kit.framework"] = {} },
        at = "App", message = "@rpath/Kit.framework/Kit, which is in the app, but not where the loader looks",
      },
      {
        files = linked "@rpath/Kit.framework/Kit",
        bundles = { ["Contents/PlugIns/Share.appex"] = { bundles = { ["Contents/Frameworks/Kit.framework"] = {} } } },
        at = "Contents/MacOS/App",
      },
      { files = {
        ["Contents/MacOS/App"] = { mach_o = { libraries = { "@loader_path/a.dylib" } } }, ["Contents/Frameworks/a.dylib"] = "x",
      }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/opt/homebrew/lib/libx.dylib" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/tool"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } } }, at = "Contents/MacOS/tool" },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } },
          ["Contents/MacOS/tool"] = { mach_o = { libraries = { "/usr/local/lib/libx.dylib" } } },
        },
        at = "Contents/MacOS/App", count = 1,
      },
      { files = linked "/opt/x/libx.dylib", info = { LSEnvironment = { DYLD_LIBRARY_PATH = "/opt/x" } }, at = "Contents/MacOS/App" },
      { files = linked "@rpath/libgone.dylib", info = { LSEnvironment = { OUR_DYLD_PATH = "/opt/x" } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = {
        file_type = "dylib", id = "a", libraries = { "/opt/homebrew/lib/libb.dylib", "@loader_path/libgone.dylib" },
      } } }, at = "Contents/Frameworks/liba.dylib" },
      {
        platform = "ios",
        files = { ["Frameworks/liba.dylib"] = { mach_o = {
          file_type = "dylib", id = "a", libraries = { "@rpath/Gone.framework/Gone" },
        } } },
        at = "Frameworks/liba.dylib",
      },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          file_type = "dylib", id = "x", libraries = { "@rpath/Gone.framework/Gone" },
        } } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
    },
  },
}
