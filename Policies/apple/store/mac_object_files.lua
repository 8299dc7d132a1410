local own_files = import "apple.code.own_files"
local values = import "apple.values"

rule "no-object-files" {
  summary   = "A Mac app must not contain object files",
  severity  = "error",
  rationale = "The store rejects an app with files that only a linker reads.",
  source    = "ITMS-90135",
  tags      = { "ITMS-90135" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" }, files = "**/*.o" },
  check     = function(bundle, report)
    for path, file in pairs(own_files(bundle)) do
      local code = path:find("%.o$") and file.type == "file" and values.code(file)
      if code and code.slices[1].file_type == "object" then
        report:file(path, "'%s' is an object file", path, { expected = "only linked code", fix = "remove it from the target's resources" })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.o"] = "text" } }, { files = { ["Contents/Resources/a.o"] = { link = "gone" } } } },
    fail = {
      { files = { ["Contents/Resources/a.o"] = { mach_o = { file_type = "object" } } }, at = "Contents/Resources/a.o" },
      {
        kind = "framework", files = { ["Versions/A/Resources/a.o"] = { mach_o = { file_type = "object" } } },
        at = "Versions/A/Resources/a.o",
      },
    },
  },
}
