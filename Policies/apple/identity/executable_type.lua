local slices = import "apple.code.slices"

rule "executable-type" {
  summary   = "The main executable of an app or extension must be a program, not a library",
  severity  = "error",
  rationale = "The system starts it as a process; a library, a loadable bundle or an object file does not start.",
  source    = "mach-o/loader.h: filetype",
  tags      = { "S13", "S8" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local seen = {}
    for _, slice in ipairs(slices(bundle)) do
      if slice.file_type ~= "execute" and not seen[slice.file_type] then
        seen[slice.file_type] = true
        report:file(bundle.executable, "the type of the executable is '%s', not 'execute'", slice.file_type, {
          expected = "a program", fix = "set MACH_O_TYPE to mh_execute, or name the program in CFBundleExecutable", discriminator = slice.file_type,
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = {} } } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = { file_type = "dylib", id = "Kit" } } } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { file_type = "dylib", id = "App" } } } },
      { platform = "ios", files = { App = { mach_o = { file_type = "bundle" } } } },
      { bundles = { ["Contents/PlugIns/App.appex"] = { files = { ["Contents/MacOS/App"] = { mach_o = { file_type = "bundle" } } } } } },
    },
  },
}
