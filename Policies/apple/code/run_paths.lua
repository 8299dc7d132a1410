local files_with_code = import "apple.code.files_with_code"
local repeated_run_paths = import "apple.code.repeated_run_paths"

local allowed = parameter "allowed_run_paths" {
  type = "list", default = {}, summary = "folders outside the system that code may look for libraries in, with all folders in them",
}

local function with(rpaths, message)
  return { files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = rpaths } } }, message = message, count = message and 1 }
end

-- The components of a path that starts in a folder with these; nil if it leads above the start.
local function components(path, start)
  local result = { table.unpack(start or {}) }
  for part in path:gmatch("[^/]+") do
    if part == ".." then
      if #result == 0 and start then return nil end
      result[#result] = nil
    elseif part ~= "." then
      result[#result + 1] = part
    end
  end
  return result
end

-- Whether an absolute path is a folder or is in it.
local function is_in(path, folder)
  if path:sub(1, 1) ~= "/" or folder:sub(1, 1) ~= "/" then return false end
  local own = components(path)
  for index, part in ipairs(components(folder)) do
    if own[index] ~= part then return false end
  end
  return true
end

-- Whether the system has libraries there, or the path starts at the code or the program.
local function is_portable(path)
  local start = path:match("[^/]*")
  if start == "@executable_path" or start == "@loader_path" or start == "@rpath" then return true end
  if is_in(path, "/usr/lib") or is_in(path, "/Library/Apple") then return true end
  return is_in(path, "/System") and not is_in(path, "/System/Volumes")
end

local function is_allowed(path)
  for _, folder in ipairs(allowed) do
    if path == folder or is_in(path, folder) then return true end
  end
  return false
end

-- The path after @loader_path, or in a program after @executable_path; nil for any other path.
local function from_code(path, slice)
  local start, rest = path:match("([^/]*)(.*)")
  return (start == "@loader_path" or start == "@executable_path" and slice.file_type == "execute") and rest or nil
end

-- Where a run path leads, and the severity of the finding; nil if it leads to a place that a user's machine has.
local function problem(path, slice, folder, is_outermost_app)
  local rest = from_code(path, slice)
  if is_outermost_app and rest and not components(rest, folder) then return "outside the app" end
  if is_portable(path) or is_allowed(path) then return nil end
  if path:sub(1, 1) ~= "/" then return "relative to the directory in which the program is started" end
  if is_in(path, "/Library") then return "outside the bundle", "warning" end
  return "a folder of the build machine"
end

-- The problems of a file's run paths, as { text, path, severity, is_duplicate, architectures } in order.
local function problems(bundle, code)
  local result, known = {}, {}
  local folder = components(code.path:match("(.*)/") or "", {})
  local is_outermost_app = bundle.kind == "application" and not bundle.parent
  for _, slice in ipairs(code.file.mach_o.slices) do
    local is_known = {}
    local function add(path, text, severity, is_duplicate)
      local entry = known[path .. text]
      if not entry then
        entry = { text = text, path = path, severity = severity, is_duplicate = is_duplicate, architectures = {} }
        known[path .. text] = entry
        result[#result + 1] = entry
      end
      table.insert(entry.architectures, slice.architecture)
    end
    for _, path in ipairs(slice.rpaths) do
      local text, severity = problem(path, slice, folder, is_outermost_app)
      if not is_known[path] and text then add(path, text, severity) end
      is_known[path] = true
    end
    local repeated, is_refused = repeated_run_paths(slice)
    -- run-paths-once reports code that does not load.
    for _, path in ipairs(is_refused and {} or repeated) do add(path, "more than once", "note", true) end
  end
  return result
end

rule "run-paths-in-bundle" {
  summary   = "Code must look for libraries in the bundle and the system, and in each folder once",
  severity  = "error",
  rationale = "A folder of the build machine does not exist on a user's machine, or contains whatever somebody has put there, which the "
    .. "program then runs. Code of a current SDK that has a run path twice does not load, as run-paths-once reports.",
  source    = { "dyld(1)", "mach-o/loader.h: LC_RPATH" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, code in ipairs(files_with_code(bundle)) do
      for _, entry in ipairs(problems(bundle, code)) do
        local codes = table.concat(entry.architectures, " and ")
        if entry.is_duplicate then
          report:file(code.path, "the %s code has the run path %s more than once; built with a current SDK, it would not load",
            codes, entry.path, {
            expected = "each run path once",
            fix = ("run install_name_tool -delete_rpath '%s' once for each duplicate"):format(entry.path),
            discriminator = "twice " .. entry.path, severity = entry.severity,
          })
        else
          report:file(code.path, "the %s code looks for libraries in '%s', %s", codes, entry.path, entry.text, {
            expected = "run paths with @executable_path or @loader_path, or in /usr/lib or /System",
            fix = ("run install_name_tool -delete_rpath '%s', or allow the folder with the parameter allowed_run_paths"):format(entry.path),
            discriminator = entry.path, severity = entry.severity,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {},
      with { "@executable_path/../Frameworks", "@loader_path", "@loader_path/../..", "@rpath/x" },
      with { "/usr/lib/swift", "/usr/lib", "/System/Library/Frameworks", "/./usr/lib/swift/../x", "/Library/Apple/usr/lib" },
      { params = { allowed_run_paths = { "/opt/vendor", "lib" } }, files = with({ "/opt/vendor/lib", "/opt/vendor", "lib" }).files },
      -- The program that loads the plug-in may have the folder.
      { kind = "plugin", name = "App.bundle", files = with({ "@loader_path/../../../../Frameworks" }).files },
      { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", rpaths = { "@executable_path/../../../x" } } } } },
    },
    fail = {
      with({ "/opt/homebrew/lib" }, "a folder of the build machine"),
      with({ "/Users/me/build" }, "a folder of the build machine"),
      with({ "@executable_path/../../../lib" }, "outside the app"), with({ "@loader_path/../../../lib" }, "outside the app"),
      {
        platform = "ios", files = { App = { mach_o = { platform = "ios", rpaths = { "@executable_path/../lib" } } } }, at = "App",
        message = "outside the app",
      },
      { params = { allowed_run_paths = { "opt" } }, files = with({ "/opt" }).files, at = "Contents/MacOS/App" },
      {
        files = with({ "/opt/lib", "/opt/lib" }).files, at = "Contents/MacOS/App", count = 2,
        message = { "the arm64 and x86_64 code looks for", "more than once" },
      },
      with({ "/usr/libexec" }, "a folder of the build machine"),
      with({ "/usr/lib/../local/lib" }, "a folder of the build machine"),
      with({ "/../../opt/lib" }, "a folder of the build machine"),
      with({ "/System/Volumes/Data/lib" }, "a folder of the build machine"),
      with({ "@executable_paths/x" }, "relative to the directory"),
      with({ "lib" }, "relative to the directory"),
      with({ "/Library/Frameworks" }, "outside the bundle"),
      with({ "@loader_path", "@executable_path", "@loader_path", "@loader_path" }, "@loader_path more than once"),
      {
        files = { ["Contents/Resources/a.so"] = { mach_o = { file_type = "bundle", rpaths = { "/opt/lib" } }, executable = false } },
        at = "Contents/Resources/a.so",
      },
      {
        kind = "framework", at = "Versions/A/Kit",
        files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", rpaths = { "/opt/local/lib" } } } },
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", rpaths = { "/opt/arm" } }, { architectures = "x86_64", rpaths = { "/opt/intel" } },
        } } },
        message = { "the arm64 code looks for libraries in '/opt/arm'", "the x86_64 code" }, count = 2,
        at = "Contents/MacOS/App",
      },
    },
  },
}
