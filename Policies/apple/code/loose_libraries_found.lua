local elsewhere = import "apple.elsewhere"
local loose = import "apple.code.loose"
local needed_at_launch = import "apple.code.needed_at_launch"
local values = import "apple.values"

-- Folders of the machine that built the code.
local folders = { "/opt/", "/usr/local/", "/Users/", "/private/", "/home/", "/Volumes/", "/sw/", "/tmp/" }
local function is_of_build(path)
  for _, folder in ipairs(folders) do
    if path:sub(1, #folder) == folder then return true end
  end
  return false
end

-- Whether run paths lead to folders of the build machine.
local function has_build_path(slices)
  for _, slice in ipairs(slices) do
    for _, path in ipairs(slice.rpaths) do
      if is_of_build(path) then return true end
    end
  end
  return nil
end

-- Whether the app has a library with the path after @rpath anywhere.
local function is_in_app(app, rest)
  return #bundles.walk(app, "**/" .. rest) > 0
end

-- The problem with a library: `foreign`, `absent` or `misplaced`; nil if nothing is certain.
local function problem(app, library, has_build_folder)
  local resolution, name = library.resolution, library.name
  if resolution == "foreign" then return is_of_build(name) and "foreign" or nil end
  if resolution == "absent" or resolution == "misplaced" then return resolution end
  local rest = resolution == "unknown" and has_build_folder and name:match("@rpath/(.+)")
  -- Only a folder of the build machine has it.
  if rest and not rest:find("libswift") and not rest:find("libc%+%+") and not is_in_app(app, rest) then return "absent" end
  return nil
end

-- For the examples.
local function plug_in(code, more, at)
  code.file_type = "bundle"
  local files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "@executable_path/../Frameworks" } } },
    ["Contents/PlugIns/imageformats/libqpdf.dylib"] = { mach_o = code } }
  for path, file in pairs(more and more.files or {}) do files[path] = file end
  return { files = files, bundles = more and more.bundles, at = at and "Contents/PlugIns/imageformats/libqpdf.dylib", message = at }
end

local failing = {}
for _, folder in ipairs(folders) do
  failing[#failing + 1] = plug_in({ libraries = { folder .. "lib/liba.dylib" } }, nil, "only the build machine")
end

for _, path in ipairs(loose.paths) do
  failing[#failing + 1] = { files = { [path] = { mach_o = { file_type = "bundle", libraries = { "@loader_path/b" } } } }, at = path }
end

for _, example in ipairs {
  { files = { ["Contents/Resources/x.node"] = { mach_o = { file_type = "bundle", libraries = { "@loader_path/a.dylib" } } } },
    at = "Contents/Resources/x.node" },
  { files = { ["Contents/Resources/x.jnilib"] = { mach_o = {
    { architectures = "arm64", file_type = "bundle", libraries = { "@loader_path/a.dylib" } },
    { architectures = "x86_64", file_type = "bundle", libraries = { "@loader_path/a.dylib" } },
  } } }, at = "Contents/Resources/x.jnilib", count = 1 },
  plug_in({ libraries = { "@rpath/QtPdf.framework/Versions/A/QtPdf" } }, nil, "not in the app"),
  plug_in({ libraries = { "@loader_path/liba.dylib" } }, nil, "not in the app"),
  plug_in({ libraries = { "@executable_path/../libs/liba.dylib" } }, nil, "not in the app"),
  plug_in({ libraries = { "@rpath/QtPdf.framework/Versions/A/QtPdf" }, rpaths = { "/opt/homebrew/lib" } }, nil, "not in the app"),
  plug_in({ libraries = { "/opt/homebrew/lib/liba.dylib" } }, nil, "only the build machine"),
  plug_in({ libraries = { "/usr/local/opt/a/liba.dylib" } }, nil, "only the build machine"),
  plug_in({ libraries = { "@loader_path/liba.dylib" } }, { files = { ["Contents/Frameworks/liba.dylib"] = "x" } }, "not where"),
  -- Code without an extension, and a tool.
  { files = { ["Contents/PlugIns/native/reader"] = { mach_o = { file_type = "bundle", libraries = { "@loader_path/a.dylib" } } } },
    at = "Contents/PlugIns/native/reader" },
  { files = { ["Contents/Resources/bin/tool"] = { mach_o = { libraries = { "@executable_path/../lib/a.dylib" } } } },
    at = "Contents/Resources/bin/tool" },
  -- A program links against it.
  {
    files = {
      ["Contents/MacOS/App"] = { mach_o = { libraries = { "@executable_path/../libs/liba.dylib" } } },
      ["Contents/libs/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a", libraries = { "@loader_path/libb.dylib" } } },
      ["Contents/libs/libb.dylib"] = { mach_o = { file_type = "dylib", id = "b", libraries = { "@loader_path/libc.dylib" } } },
    },
    at = "Contents/libs/libb.dylib",
  },
  { files = { ["Contents/Resources/lib/_x.so"] = { mach_o = { file_type = "bundle", libraries = { "@loader_path/a.dylib" } } } },
    at = "Contents/Resources/lib/_x.so" },
  {
    files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "/Users/me/Qt/lib" } } }, ["Contents/libs/a.dylib"] = { mach_o = {
      file_type = "dylib", id = "a", libraries = { "@rpath/b.dylib" },
    } } }, at = "Contents/libs/a.dylib",
  },
} do failing[#failing + 1] = example end

rule "loose-libraries-are-found" {
  summary   = "Libraries and plug-ins anywhere in an app must find the libraries that they link against",
  severity  = "error",
  rationale = "The loader refuses code whose libraries are missing. If a program of the app links against that code, the app does not "
    .. "start; otherwise, which is a warning, the plug-in or module does not load.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_LOAD_DYLIB, LC_RPATH" },
  applies   = { kind = "application", nested = false, files = loose.patterns },
  check     = function(bundle, report)
    if loose.has_environment(bundle) then return end
    local all = loose.files(bundle)
    local reachable = loose.reachable(bundle)
    local main = values.code(bundle.executable_file)
    local is_main_foreign = main and has_build_path(main.slices)
    for _, image in ipairs(all) do
      local seen, has_build_folder = {}, is_main_foreign or has_build_path(image.slices)
      for _, slice in ipairs(image.slices) do
        for _, library in ipairs(slice.libraries) do
          local name = library.name
          local kind = not seen[name] and needed_at_launch(library) and problem(bundle, library, has_build_folder)
          if kind then
            seen[name] = true
            local short = name:match("[^/]*$")
            report:file(image.file.path, kind == "foreign" and "the code links against %s, which only the build machine has"
              or kind == "absent" and "the code links against %s, which is not in the app"
              or "the code links against %s, which is in the app, but not where the loader looks", name, {
              expected = short .. " in the app, found by @rpath or @loader_path",
              fix = kind == "misplaced" and "move the library, or correct the run paths"
                or "copy the library into the app and change the path with install_name_tool, or remove the code that needs it",
              discriminator = name, severity = not reachable[image.file.path] and "warning" or nil,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(plug_in { libraries = { "/opt/homebrew/lib/liba.dylib" } }, { kind = "plugin", name = "App.bundle" }),
      { bundles = { ["Contents/Helpers/App.app"] = elsewhere(plug_in { libraries = { "@loader_path/a.dylib" } }, {}) } },
      {}, plug_in { libraries = { "/usr/lib/libz.1.dylib", "@rpath/libswiftCore.dylib" } },
      plug_in({ libraries = { "@rpath/QtCore.framework/Versions/A/QtCore" } },
        { bundles = { ["Contents/Frameworks/QtCore.framework"] = {} } }),
      -- The build machine's folder comes first, but the app has the library.
      plug_in({ libraries = { "@rpath/QtCore.framework/Versions/A/QtCore" }, rpaths = { "/opt/homebrew/lib" } }, {
        bundles = { ["Contents/Frameworks/QtCore.framework"] = {} },
      }),
      plug_in({ libraries = { "@rpath/liba.dylib" }, rpaths = { "/opt/homebrew/lib" } },
        { files = { ["Contents/libs/liba.dylib"] = "x" } }),
      plug_in { libraries = { "@rpath/libswift_Concurrency.dylib", "@rpath/libc++.1.dylib" }, rpaths = { "/opt/homebrew/lib" } },
      -- An installer may have put the library into a folder that build machines do not have.
      plug_in { libraries = { "@rpath/libvendor.dylib" }, rpaths = { "/Library/Vendor/lib" } },
      -- One library may be missing, and the other is loaded later.
      { files = { ["Contents/PlugIns/a"] = {
        base64 = "z/rt/gwAAAEAAAAACAAAAAMAAABoAAAAhQAgAAAAAAAyAAAAGAAAAAEAAAAAAAsAAAALAAAAAAAYAACAKAAAABgAAAACAAAA"
          .. "AwIBAAAAAQBAbG9hZGVyX3BhdGgvYQAAIAAAACgAAAAYAAAAAgAAAAMCAQAAAAEAQGxvYWRlcl9wYXRoL2IAAA==",
      } } },
      -- A tool is an executable, and has its own folder.
      { files = {
        ["Contents/Resources/bin/tool"] = { mach_o = { libraries = { "@executable_path/../lib/a.dylib" } } },
        ["Contents/Resources/lib/a.dylib"] = { mach_o = { file_type = "dylib", id = "a" } },
      } },
      -- The rules of each bundle look at its programs.
      { files = { ["Contents/libs/a.dylib"] = "x", ["Contents/MacOS/tool"] = { mach_o = { libraries = { "@loader_path/a.dylib" } } } } },
      plug_in { libraries = { "/Library/Frameworks/Python.framework/Versions/3.12/Python" } },
      { info = { LSEnvironment = { DYLD_LIBRARY_PATH = "x" } }, files = plug_in({ libraries = { "@loader_path/a.dylib" } }).files },
      { files = { ["Contents/libs/a.dylib"] = "x", ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      -- The rule of each bundle.
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Libraries/a.dylib"] = { mach_o = {
        file_type = "dylib", id = "a", libraries = { "@loader_path/b.dylib" },
      } } } } } },
      { files = { ["Contents/Frameworks/a.dylib"] = { mach_o = { file_type = "dylib", id = "a",
        libraries = { "@loader_path/b.dylib" } } } } },
    },
    fail = failing,
  },
}
