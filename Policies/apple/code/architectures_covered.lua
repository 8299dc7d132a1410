local needed_at_launch = import "apple.code.needed_at_launch"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The architectures that also run code for another one. On devices, a process of arm64e code loads no arm64 code; Macs run the arm64 slice
-- of an app instead of its arm64e slice.
local function also(architecture, platform)
  if architecture == "x86_64h" then return "x86_64" end
  return architecture == "arm64e" and (platform == "macos" or platform == "catalyst") and "arm64" or architecture
end

rule "architectures-covered" {
  summary   = "A framework must have code for each architecture of the app that links against it",
  severity  = "error",
  rationale = "On a processor for which the framework has no code, the loader does not find it, and the app fails to launch.",
  source    = { "dyld(1)", "mach-o/fat.h" },
  tags      = { "S8", "dyld-incompatible" },
  applies   = { kind = "framework", nested = true },
  check     = function(bundle, report)
    local host, own = values.host(bundle), slices(bundle)
    if not host or #own == 0 then return end
    local there = {}
    for _, slice in ipairs(own) do there[slice.architecture] = true end
    for _, slice in ipairs(slices(host)) do
      for _, library in ipairs((there[slice.architecture] or there[also(slice.architecture, host.platform)]) and {} or slice.libraries) do
        if needed_at_launch(library) and library.name:match("@[^/]+/.-([^/]+%.framework)/") == bundle.name then
          report:file(bundle.executable, "%s has no %s code, but %s does and links against it", bundle.name, slice.architecture, host.name,
            {
            expected = "code for " .. slice.architecture, discriminator = slice.architecture,
            fix = "build the framework for the same architectures, or remove that slice of the app with lipo",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { bundles = { ["Versions/A/Frameworks/Kit.framework"] = {} } },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = { libraries = {
          "@rpath/Kit.framework/Versions/A/Kit", "/usr/lib/libSystem.B.dylib",
        } } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "arm64e", "x86_64" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit" },
        } } },
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
            architectures = { "x86_64", "arm64" }, file_type = "dylib", id = "Kit",
          } } } },
          ["Contents/Frameworks/Other.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
            architectures = { "x86_64" }, file_type = "dylib", id = "Kit",
          } } } },
        },
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "x86_64h", "x86_64" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          architectures = { "x86_64" }, file_type = "dylib", id = "Kit",
        } } } } },
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "arm64" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = "!<arch>\n" } } },
      },
      {
        kind = "application", platform = "catalyst",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          platform = "catalyst", architectures = { "arm64e" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          platform = "catalyst", architectures = { "arm64" }, file_type = "dylib", id = "Kit",
        } } } } },
      },
    },
    fail = {
      -- On a device, the arm64e slice of the app runs, and finds no code that it may load.
      {
        kind = "application", platform = "ios",
        files = { App = { mach_o = {
          platform = "ios", architectures = { "arm64", "arm64e" }, libraries = { "@rpath/Kit.framework/Kit" },
        } } },
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          platform = "ios", architectures = { "arm64" }, file_type = "dylib", id = "Kit",
        } } } } },
        at = "Frameworks/Kit.framework/Kit", message = "has no arm64e code",
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "arm64" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit", "/usr/lib/libSystem.B.dylib" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          architectures = { "arm64e" }, file_type = "dylib", id = "Kit",
        } } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit", count = 1,
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "arm64", "x86_64" }, libraries = { "@rpath/Kit.framework/Versions/A/Kit" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          architectures = { "x86_64" }, file_type = "dylib", id = "Kit",
        } } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
      {
        kind = "application",
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = { "x86_64" }, libraries = { "@executable_path/../Frameworks/Kit.framework/Kit" },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          architectures = { "arm64" }, file_type = "dylib", id = "Kit",
        } } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
      {
        kind = "application", platform = "watchos",
        files = { App = { mach_o = { platform = "watchos", architectures = { "arm64_32" }, libraries = { "@rpath/Kit.framework/Kit" } } } },
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          platform = "watchos", architectures = { "arm64" }, file_type = "dylib", id = "Kit",
        } } } } },
        at = "Frameworks/Kit.framework/Kit",
      },
    },
  },
}
