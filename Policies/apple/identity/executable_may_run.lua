local is_program = import "apple.code.is_program"
local values = import "apple.values"

rule "executable-may-run" {
  summary   = "The main executable and the programs beside it must be marked executable",
  severity  = "warning",
  -- The copy that is checked may have lost a mode that the copy for users has.
  rationale = "Without the executable bit, the app does not open. Archives and file systems that do not support modes lose "
    .. "the bit.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "Bundle Programming Guide" },
  tags      = { "S8", "S13", "MI-mode", "LS-mode" },
  applies   = { kind = { "application", "extension" } },
  check     = function(bundle, report)
    local file = bundle.executable_file
    -- A file that is not code, such as a text file, is reported by other rules.
    local code = file and file.type == "file" and not file.executable and values.code(file)
    if bundle.layout == "contents" then
      -- Programs beside the main executable, which the app starts.
      for _, tool in ipairs(bundles.files(bundle, "Contents/MacOS/*", "file")) do
        local program = tool ~= file and not tool.executable and values.code(tool)
        if program and is_program(program) then
          report:file(tool.path, "the program is not marked executable: its mode is %03o", tool.mode & 511, {
            expected = "an executable mode, such as 755",
            fix = "run chmod +x on it, and copy or archive the bundle with a tool that preserves modes",
          })
        end
      end
    end
    if code then
      report:file(bundle.executable, "the executable is not marked executable: its mode is %03o", file.mode & 511, {
        expected = "an executable mode, such as 755",
        fix = "run chmod +x on it, and copy or archive the bundle with a tool that preserves modes",
      })
    end
  end,
  examples  = {
    pass = {
      { files = {
        ["Contents/MacOS/liba.dylib"] = { mach_o = { file_type = "dylib", id = "liba.dylib" }, executable = false },
        ["Contents/MacOS/tool"] = { mach_o = {}, executable = true }, ["Contents/MacOS/a.txt"] = "x",
      } },
      {}, { platform = "ios" }, { files = { ["Contents/MacOS/App"] = "no code" } }, { info = { CFBundleExecutable = "Gone" } },
      { info = { CFBundleExecutable = "Tool" }, files = { ["Contents/MacOS/Tool"] = { directory = true } } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/tool"] = { mach_o = {}, executable = false } }, at = "Contents/MacOS/tool", message = "its mode is 644",
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { platform = "macos" }, executable = false } }, at = "Contents/MacOS/App",
        message = "its mode is 644", count = 1,
      },
      { kind = "extension", files = { ["Contents/MacOS/tool"] = { mach_o = {}, executable = false } }, at = "Contents/MacOS/tool" },
      { platform = "ios", files = { App = { mach_o = { platform = "ios" }, executable = false } }, at = "App" },
    },
  },
}
