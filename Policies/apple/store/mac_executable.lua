local values = import "apple.values"

rule "mac-executable-is-code" {
  summary   = "The executable of a Mac app must be Mach-O code, not a script",
  severity  = "error",
  rationale = "A script has no architectures, and runs in an interpreter that is not in the app's sandbox. Outside the store, a script is "
    .. "enough.",
  source    = { "ITMS-90085", "ITMS-90296" },
  tags      = { "ITMS-90085" },
  applies   = { kind = { "application", "extension" }, platform = { "macos", "catalyst" }, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    local file = bundle.executable_file
    -- The rule executable reports the script of an app extension, and files in other formats.
    if file and values.can_open(file) and not values.is_app_extension(bundle) and values.readable(file, "format") == "script" then
      report:file(file.path, "the executable is a script", {
        expected = "a Mach-O file", fix = "build a program that does the work of the script, or starts what it starts",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = false } }, { files = { ["Contents/MacOS/App"] = { link = "gone" } } },
      { files = { ["Contents/MacOS/App"] = "text" } }, { files = { ["Contents/MacOS/tool"] = "#!/bin/sh\n" } },
      { kind = "application", bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/MacOS/Share"] = "#!/bin/sh\n" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { text = "#!/bin/sh\nexec ./App.bin\n", executable = true } }, at = "Contents/MacOS/App" },
      { platform = "catalyst", files = { ["Contents/MacOS/App"] = "#!/usr/bin/python3\n" }, at = "Contents/MacOS/App" },
      {
        kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = { files = { ["Contents/MacOS/Work"] = "#!/bin/sh\n" } } },
        at = "Contents/XPCServices/Work.xpc/Contents/MacOS/Work",
      },
    },
  },
}
