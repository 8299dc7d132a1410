local images = import "apple.code.images"
local loader_root = import "apple.code.loader_root"

-- Where people install libraries of their own on a Mac: on such a machine, the loader finds them before the app's.
local shared = { "/opt", "/usr/local", "/sw" }

local function is_shared(path)
  for _, folder in ipairs(shared) do
    if path == folder or path:sub(1, #folder + 1) == folder .. "/" then return true end
  end
  return false
end

-- Whether others install libraries of this name, too: plain libraries, and Qt's.
local function is_common(name) return name:find("^lib") ~= nil or name:find("^Qt") ~= nil end

-- The first run path that leads to such a folder before one that leads into the app, and whether a library that others install, too, is
-- looked up there; nil if there is none, or if no library of the app is looked up by run paths.
local function first(bundle, slice)
  local foreign
  for _, path in ipairs(slice.rpaths) do
    if path:sub(1, 1) == "@" then break end
    if is_shared(path) then foreign = foreign or path end
  end
  local is_used, is_certain = false, false
  for _, library in ipairs(foreign and slice.libraries or {}) do
    local rest = library.name:match("@rpath/(.+)")
    if rest and #bundles.walk(loader_root(bundle), "**/" .. rest) > 0 then
      is_used, is_certain = true, is_certain or is_common(rest)
    end
  end
  return is_used and foreign or nil, is_certain
end

-- For the examples.
local function app(rpaths, libraries, at)
  return {
    files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = rpaths, libraries = libraries
      or { "@rpath/Kit.framework/Versions/A/Kit" } } } },
    bundles = { ["Contents/Frameworks/Kit.framework"] = {} }, at = at and "Contents/MacOS/App",
  }
end

rule "run-paths-order" {
  summary   = "Programs must look for their libraries in the app before folders where users install libraries",
  severity  = "error",
  rationale = "The loader tries the run paths in order. On a Mac with Homebrew or MacPorts, it loads the libraries of /opt/homebrew/lib in "
    .. "place of the app's own, which are of another version: the app crashes or misbehaves, though not on a clean machine. It is a "
    .. "warning if no other software installs libraries with these names.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_RPATH" },
  tags      = { "security" },
  applies   = { kind = { "application", "extension" }, platform = "macos" },
  check     = function(bundle, report)
    for _, image in ipairs(images(bundle)) do
      local seen = {}
      for _, slice in ipairs(image.slices) do
        local path, is_certain = first(bundle, slice)
        if path and not seen[path] then
          seen[path] = true
          report:file(image.file.path, "the code looks for libraries in '%s' before it looks in the app", path, {
            expected = "only run paths that start with @executable_path or @loader_path",
            fix = ("run install_name_tool -delete_rpath '%s'"):format(path), discriminator = path,
            severity = not is_certain and "warning" or nil,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app { "@executable_path/../Frameworks" }, app { "@executable_path/../Frameworks", "/opt/homebrew/lib" },
      app { "/usr/lib/swift", "@executable_path/../Frameworks" }, app({ "/opt/homebrew/lib" }, { "/usr/lib/libSystem.B.dylib" }),
      app { "/Users/me/lib", "@executable_path/../Frameworks" }, app { "/option/lib" },
      -- The app does not have the library: the user is meant to have it.
      app({ "/usr/local/lib" }, { "@rpath/liba.dylib" }),
      {
        files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } } },
        bundles = { ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/MacOS/A"] = { mach_o = {
          rpaths = { "/opt/homebrew/lib" }, libraries = { "@rpath/liba.dylib" },
        } } } } },
      },
    },
    fail = {
      app({ "/opt/homebrew/lib", "@executable_path/../Frameworks" }, nil, true), app({ "/usr/local/lib" }, nil, true),
      app({ "/opt/local/lib", "/opt/homebrew/lib", "@loader_path/../Frameworks" }, nil, true), app({ "/opt/qt/lib" }, nil, true),
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { rpaths = { "/usr/lib/swift", "/sw/lib" }, libraries = {
            "/usr/lib/libSystem.B.dylib", "@rpath/liba.dylib",
          } } },
          ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } },
        },
        at = "Contents/MacOS/App",
      },
      -- Both processors' code does, which is one finding.
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", rpaths = { "/usr/local/lib" }, libraries = { "@rpath/liba.dylib" } },
          { architectures = "x86_64", rpaths = { "/usr/local/lib" }, libraries = { "@rpath/liba.dylib" } },
        } }, ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } } },
        at = "Contents/MacOS/App", count = 1,
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "/opt/homebrew/lib" }, libraries = {
          "@rpath/QtCore.framework/Versions/A/QtCore",
        } } } },
        bundles = { ["Contents/Frameworks/QtCore.framework"] = {} }, at = "Contents/MacOS/App",
      },
      app({ "/usr/local" }, nil, true),
      {
        kind = "application", files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } } },
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/MacOS/Share"] = { mach_o = {
          rpaths = { "/opt/homebrew/lib" }, libraries = { "@rpath/liba.dylib" },
        } } } } }, at = "Contents/PlugIns/Share.appex/Contents/MacOS/Share",
      },
    },
  },
}
