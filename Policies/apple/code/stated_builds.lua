local files_with_code = import "apple.code.files_with_code"

local loaded = { execute = true, dylib = true, bundle = true }

-- The slices that the system loads, and how many there are for each processor. The loader ignores the bits for capabilities.
local function loaded_slices(file)
  local result, counts = {}, {}
  for _, slice in ipairs(file.mach_o.slices) do
    if loaded[slice.file_type] then
      local processor = slice.cpu_type .. " " .. (slice.cpu_subtype & 0xFFFFFF)
      counts[processor] = (counts[processor] or 0) + 1
      result[#result + 1] = { slice = slice, processor = processor }
    end
  end
  return result, counts
end

-- Returns the problems with the load commands that state what a slice is built for, as a list of { text, expected, fix, is_mild }.
local function problems(slice, is_main)
  local result, stated = {}, {}
  local function add(text, expected, fix, is_mild)
    result[#result + 1] = { text = text, expected = expected, fix = fix, is_mild = is_mild }
  end
  -- There was no such command for PowerPC.
  if #slice.builds == 0 and not slice.architecture:find("ppc") then
    add("states neither a platform nor a minimum system", "a load command LC_BUILD_VERSION",
      "link it again with a deployment target, or add the command with vtool -set-build-version")
  end
  for _, build in ipairs(slice.builds) do
    if stated[build.platform] then
      add(("states its build for %s more than once"):format(build.platform), "one load command for each platform",
        "link it again, or replace the commands with vtool -set-build-version … -replace")
    end
    stated[build.platform] = true
    if not build.minimum_os:find("[1-9]") then
      add(("states 0.0 as the minimum system for %s"):format(build.platform), "the oldest system that it runs on",
        "build it with a deployment target")
    end
    if is_main and not build.sdk then
      add(("states no SDK for %s"):format(build.platform), "the version of the SDK",
        "link it with the linker of Xcode, or set the version with vtool -set-build-version", true)
    end
  end
  return result
end

local function executable(base64, message)
  return { files = { ["Contents/MacOS/App"] = { base64 = base64 } }, message = message, count = message and 1 }
end

-- Code for arm64 without load commands.
local without_build = "z/rt/gwAAAEAAAAAAgAAAAAAAAAAAAAAhQAAAAAAAAA="

rule "builds-stated" {
  summary   = "Code must state once for each platform what it was built for, and have one slice for each processor",
  severity  = "error",
  rationale = "The loader and the store read from these load commands which systems run the code. Without them, the system treats it as "
    .. "code for an old one; of two slices for one processor, only the first is ever loaded.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "mach-o/fat.h" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, code in ipairs(files_with_code(bundle)) do
      local is_main, reported = code.path == bundle.executable, {}
      local slices, counts = loaded_slices(code.file)
      for _, entry in ipairs(slices) do
        local architecture, count = entry.slice.architecture, counts[entry.processor]
        if count > 1 and not reported[entry.processor] then
          reported[entry.processor] = true
          report:file(code.path, "the file contains %d slices for %s, but only the first can be loaded", count, architecture, {
            expected = "one slice for each processor", discriminator = "slices " .. architecture,
            severity = not is_main and "warning" or nil,
            fix = "build the file again, or split it with lipo -thin and combine one slice of each with lipo -create",
          })
        end
        for _, problem in ipairs(problems(entry.slice, is_main)) do
          report:file(code.path, "the %s code %s", architecture, problem.text, {
            expected = problem.expected, fix = problem.fix, discriminator = architecture .. " " .. problem.text,
            severity = (problem.is_mild or not is_main) and "warning" or nil,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { files = { ["Contents/Resources/part.o"] = { mach_o = { file_type = "object" } } } },
      -- For PowerPC.
      executable "/u36zgAAABIAAAAAAAAAAgAAAAAAAAAAAAAAhQ==",
    },
    fail = {
      executable(without_build, "states neither a platform nor a minimum system"),
      { files = { ["Contents/Frameworks/liba.dylib"] = { base64 = without_build } }, at = "Contents/Frameworks/liba.dylib" },
      -- For macOS 11.0 and 12.0 at once, for macOS 0.0, and without an SDK.
      executable("z/rt/gwAAAEAAAAAAgAAAAIAAAAwAAAAhQAAAAAAAAAyAAAAGAAAAAEAAAAAAAsAAAAOAAAAAAAyAAAAGAAAAAEAAAAAAAwAAAAOAAAAAAA=",
        "macos more than once"),
      executable("z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAhQAAAAAAAAAyAAAAGAAAAAEAAAAAAAAAAAAOAAAAAAA=",
        "states 0.0"),
      executable("z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAhQAAAAAAAAAyAAAAGAAAAAEAAAAAAAsAAAAAAAAAAAA=",
        "states no SDK"),
      -- Two slices for arm64.
      executable("yv66vgAAAAIBAAAMAAAAAAAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAhQAAAAAAAAAyAAAAGAAA"
        .. "AAEAAAAAAAsAAAAOAAAAAADP+u3+DAAAAQAAAAACAAAAAQAAABgAAACFAAAAAAAAADIAAAAYAAAAAQAAAAAACwAAAA4AAAAAAA==", "2 slices for arm64"),
    },
  },
}
