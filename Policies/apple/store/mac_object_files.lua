rule "no-object-files" {
  summary   = "A Mac app must not contain object files",
  severity  = "error",
  rationale = "The store signs all code again, and cannot sign files that only a linker reads, whatever their names.",
  source    = "ITMS-90135",
  tags      = { "ITMS-90135" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle, { roles = "object" })) do
      if code.file and not code.problem then
        report:file(code.path, "'%s' is an object file", code.path, {
          expected = "only linked code", fix = "remove it from the target's resources",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { files = { ["Contents/Resources/a.so"] = { mach_o = { file_type = "bundle" } }, ["Contents/Resources/b.o"] = "text" } },
      { files = { ["Contents/Resources/a.jar"] = { zip = { ["a.o"] = { mach_o = { file_type = "object" } } } } } },
      { files = { ["Contents/Resources/a.o"] = { base64 = "z/rt/gcAAAE=" } } },
      {}, { files = { ["Contents/Resources/a.o"] = "text" } }, { files = { ["Contents/Resources/a.o"] = { link = "gone" } } },
    },
    fail = {
      -- Its contents count, not its name.
      { files = { ["Contents/Resources/lpeg"] = { mach_o = { file_type = "object" } } }, at = "Contents/Resources/lpeg" },
      { kind = "application", platform = "catalyst", bundles = { ["Contents/PlugIns/Share.appex"] = {
        files = { ["Contents/Resources/a.o"] = { mach_o = { platform = "catalyst", file_type = "object" } } },
      } }, at = "Contents/PlugIns/Share.appex/Contents/Resources/a.o" },
      { files = { ["Contents/Resources/a.o"] = { mach_o = { file_type = "object" } } }, at = "Contents/Resources/a.o" },
      {
        kind = "framework", files = { ["Versions/A/Resources/a.o"] = { mach_o = { file_type = "object" } } },
        at = "Versions/A/Resources/a.o",
      },
    },
  },
}
