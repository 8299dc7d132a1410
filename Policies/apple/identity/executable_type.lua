local slices = import "apple.code.slices"

-- The types of code that nothing can link against or load.
local unloadable = { framework = { execute = true, bundle = true }, plugin = { execute = true } }

rule "executable-type" {
  summary   = "The executable of an app or extension must be a program, the executable of a framework or plug-in must be a library",
  severity  = "error",
  rationale = "The system starts the first as a process, and a library, a loadable bundle or an object file does not start. It loads the "
    .. "other into a process, which a program refuses.",
  source    = "mach-o/loader.h: filetype",
  tags      = { "S13", "S8" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    local seen, wrong = {}, unloadable[bundle.kind]
    for _, slice in ipairs(slices(bundle)) do
      if seen[slice.file_type] then
        goto continue
      elseif wrong and wrong[slice.file_type] then
        seen[slice.file_type] = true
        report:file(bundle.executable, "the type of the executable is '%s', which cannot be %s", slice.file_type,
          bundle.kind == "framework" and "linked against" or "loaded", {
          expected = bundle.kind == "framework" and "a dynamic library" or "a bundle or a dynamic library",
          fix = "set MACH_O_TYPE to " .. (bundle.kind == "framework" and "mh_dylib" or "mh_bundle"), discriminator = slice.file_type,
        })
      elseif not wrong and slice.file_type ~= "execute" then
        seen[slice.file_type] = true
        report:file(bundle.executable, "the type of the executable is '%s', not 'execute'", slice.file_type, {
          expected = "a program", fix = "set MACH_O_TYPE to mh_execute, or name the program in CFBundleExecutable",
          discriminator = slice.file_type,
        })
      end
      ::continue::
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = {} } } }, { without = "CFBundleExecutable" },
      { kind = "plugin", files = { ["Contents/MacOS/Plug"] = { mach_o = { file_type = "bundle" } } } },
      { kind = "plugin", files = { ["Contents/MacOS/Plug"] = { mach_o = { file_type = "dylib", id = "Plug" } } } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
        file_type = "dylib", id = "Kit",
      } } } } } },
    },
    fail = {
      { kind = "framework", files = { ["Versions/A/Kit"] = { mach_o = {} } }, at = "Versions/A/Kit" },
      { kind = "framework", files = { ["Versions/A/Kit"] = { mach_o = { file_type = "bundle" } } }, at = "Versions/A/Kit" },
      {
        kind = "plugin", files = { ["Contents/MacOS/Plug"] = { mach_o = { architectures = { "arm64", "x86_64" } } } },
        at = "Contents/MacOS/Plug", count = 1,
      },
      { files = { ["Contents/MacOS/App"] = { mach_o = { file_type = "dylib", id = "App" } } }, at = "Contents/MacOS/App", count = 1 },
      { platform = "ios", files = { App = { mach_o = { file_type = "bundle" } } }, at = "App" },
      {
        bundles = { ["Contents/PlugIns/App.appex"] = { files = { ["Contents/MacOS/App"] = { mach_o = { file_type = "bundle" } } } } },
        at = "Contents/PlugIns/App.appex/Contents/MacOS/App",
      },
    },
  },
}
