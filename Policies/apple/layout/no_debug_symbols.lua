rule "no-debug-symbols" {
  summary   = "The bundle must not contain debug symbols (.dSYM)",
  severity  = "warning",
  rationale = "Only developers need them, to read crash reports. In an app they take space, reveal the source code's structure, and make "
    .. "code signing fail where it expects only code.",
  source    = { "Building your app to include debugging information", "Technical Note TN2206" },
  tags      = { "S8" },
  files     = { forbid = { "**/*.dSYM" } },
  examples  = {
    pass = {
      {}, { kind = "archive", files = { ["dSYMs/App.app.dSYM/Contents/x"] = "x" } }, { files = { ["Contents/Resources/dSYM"] = "x" } },
    },
    fail = {
      { files = { ["Contents/MacOS/App.dSYM/Contents/Info.plist"] = "<plist><dict/></plist>" }, at = "Contents/MacOS/App.dSYM" },
      { platform = "ios", files = { ["Kit.framework.dSYM/Contents/Resources/DWARF/Kit"] = "x" }, at = "Kit.framework.dSYM" },
      { kind = "framework", files = { ["Versions/A/Kit.dSYM/Contents/x"] = "x" }, at = "Versions/A/Kit.dSYM" },
    },
  },
}
