-- An app contains the libraries it links against: none is loaded from a folder of the build machine.

policy "cookbook.linked-libraries" { summary = "Apps run on machines other than the build machine" }

-- Whether the path belongs to the system.
local function is_system(path)
  return path:sub(1, 9) == "/usr/lib/" or path:sub(1, 8) == "/System/"
end

local function judge(path, code, report)
  local seen = {}  -- Slices usually link against the same libraries.
  local function once(name, message, details)
    if seen[message .. name] or name:sub(1, 1) ~= "/" or is_system(name .. "/") then return end
    seen[message .. name] = true
    details.discriminator = name
    report:file(path, message, name, details)
  end
  for _, slice in ipairs(code.slices) do
    for _, library in ipairs(slice.libraries) do
      once(library.name, "the code links against %s", {
        expected = "libraries of the system, or @rpath/…",
        fix = "move the library to Frameworks and change its path with install_name_tool",
      })
    end
    for _, rpath in ipairs(slice.rpaths) do
      once(rpath, "the code looks for libraries in %s", {
        expected = "@executable_path/… or @loader_path/…", fix = "remove it from LD_RUNPATH_SEARCH_PATHS",
      })
    end
  end
end

rule "linked-libraries" {
  summary   = "Code must not link against libraries in folders of the build machine",
  rationale = "Such an app works on the build machine and crashes at launch everywhere else.",
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    local file = bundle.executable_file
    if file and file.mach_o then judge(file.path, file.mach_o, report) end
    if bundle.parent == nil then
      for _, path in ipairs(bundles.walk(bundle, "**/*.dylib")) do
        local library = bundle.files[path].mach_o
        if library then judge(path, library, report) end
      end
    end
  end,
  examples  = {
    pass = { { files = { ["Contents/MacOS/App"] = { mach_o = {
      libraries = { "/usr/lib/libSystem.B.dylib", "@rpath/Kit.framework/Kit" },
      rpaths = { "@executable_path/../Frameworks", "/usr/lib/swift" },
    } } } } },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/usr/local/lib/libcurl.4.dylib" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "/Users/ci/build" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/Frameworks/libz.dylib"] = { mach_o = {
        file_type = "dylib", libraries = { "/opt/homebrew/lib/libz.dylib" },
      } } }, at = "Contents/Frameworks/libz.dylib" },
    },
  },
}

rule "position-independent" {
  summary   = "Programs must be position-independent",
  rationale = "At a fixed address, a buffer overflow is easy to exploit; stores reject such programs.",
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local file = bundle.executable_file
    for _, slice in ipairs(file and file.mach_o and file.mach_o.slices or {}) do
      if slice.file_type == "execute" and not slice.is_pie then
        report:file(file.path, "the %s code is not position-independent", slice.architecture, {
          fix = "link it without -no_pie", discriminator = slice.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = { {} },
    fail = { { files = { ["Contents/MacOS/App"] = { mach_o = { is_pie = false } } }, at = "Contents/MacOS/App" } },
  },
}
