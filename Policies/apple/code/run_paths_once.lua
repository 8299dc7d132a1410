local files_with_code = import "apple.code.files_with_code"
local repeated_run_paths = import "apple.code.repeated_run_paths"

-- For the examples.
local function with(...)
  return { files = { ["Contents/MacOS/App"] = { mach_o = { ... } } } }
end
local function failing(message, ...)
  local result = with(...)
  result.message, result.count, result.at = message, 1, "Contents/MacOS/App"
  return result
end
local twice = { "@executable_path/../Frameworks", "@loader_path", "@executable_path/../Frameworks" }
local function device(platform, sdk, at, code_platform)
  local code = { platform = code_platform or platform, sdk = sdk, rpaths = twice }
  return { platform = platform, files = { App = { mach_o = code } }, at = at }
end

rule "run-paths-once" {
  summary   = "Code must not have a run path more than once",
  severity  = "error",
  rationale = "Since macOS 15.4 and iOS 18.4, the loader refuses such code if it was built with the SDK for one of these systems or a "
    .. "later one: the app does not start, or the library is not found. Linkers that are not Apple's, and dylibbundler, produce it.",
  source    = { "dyld: Policy::enforceNoDuplicateRPaths", "mach-o/loader.h: LC_RPATH" },
  tags      = { "S8", "dyld-duplicate-rpath" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, code in ipairs(files_with_code(bundle)) do
      local order, architectures = {}, {}
      for _, slice in ipairs(code.file.mach_o.slices) do
        local paths, is_refused = repeated_run_paths(slice)
        for _, path in ipairs(is_refused and paths or {}) do
          if not architectures[path] then
            order[#order + 1], architectures[path] = path, {}
          end
          table.insert(architectures[path], slice.architecture)
        end
      end
      for _, path in ipairs(order) do
        report:file(code.path, "the %s code has the run path %s more than once, so current systems do not load it",
          table.concat(architectures[path], " and "), path, {
          expected = "each run path once",
          fix = ("run install_name_tool -delete_rpath '%s' once for each duplicate, and sign the code again"):format(path),
          discriminator = path,
        })
      end
    end
  end,
  examples  = {
    pass = {
      with { sdk = "15.4", rpaths = { "@loader_path", "@executable_path" } },
      -- Older SDKs, and code that does not state its SDK or platform.
      with { sdk = "15.3", rpaths = twice }, with { sdk = "14.0", rpaths = twice },
      with { platform = "driverkit", sdk = "25.0", rpaths = twice },
      device("ios", "18.2"), device("tvos", "18.2"), device("watchos", "11.2"), device("visionos", "2.3"),
    },
    fail = {
      failing("the arm64 and x86_64 code has the run path @executable_path/../Frameworks more than once", { sdk = "15.4", rpaths = twice }),
      failing("the arm64 code has the run path @loader_path more than once",
        { architectures = "arm64", sdk = "26.0", rpaths = { "@loader_path", "@loader_path", "@loader_path" } },
        { architectures = "x86_64", sdk = "15.0", rpaths = { "@loader_path", "@loader_path" } }),
      {
        platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          file_type = "dylib", platform = "ios", sdk = "18.4",
          rpaths = { "/usr/lib/swift", "@loader_path", "/usr/lib/swift", "@loader_path" },
        } } } } },
        at = "Frameworks/Kit.framework/Kit", count = 2,
      },
      device("ios", "26.0", "App", "ios-simulator"), device("tvos", "18.4", "App"), device("watchos", "11.4", "App"),
      device("visionos", "2.4", "App"),
      {
        platform = "catalyst", files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", sdk = "18.4", rpaths = twice } } },
        at = "Contents/MacOS/App",
      },
      {
        files = { ["Contents/PlugIns/game.so"] = { mach_o = { file_type = "bundle", sdk = "15.5", rpaths = twice } } },
        at = "Contents/PlugIns/game.so",
      },
    },
  },
}
