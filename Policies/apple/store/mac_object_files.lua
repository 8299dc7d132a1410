local files_with_code = import "apple.code.files_with_code"

local function is_named_object(_, path) return path:find("%.o$") ~= nil end

rule "no-object-files" {
  summary   = "A Mac app must not contain object files",
  severity  = "error",
  rationale = "The store rejects an app with files that only a linker reads.",
  source    = "ITMS-90135",
  tags      = { "ITMS-90135" },
  applies   = { platform = { "macos", "catalyst" }, files = "**/*.o" },
  check     = function(bundle, report)
    for _, code in ipairs(files_with_code(bundle, is_named_object)) do
      if code.file.mach_o.slices[1].file_type == "object" then
        report:file(code.path, "'%s' is an object file", code.path, {
          expected = "only linked code", fix = "remove it from the target's resources",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { files = { ["Contents/Resources/a.other"] = { mach_o = { file_type = "object" } }, ["Contents/Resources/b.o"] = "text" } },
      {}, { files = { ["Contents/Resources/a.o"] = "text" } }, { files = { ["Contents/Resources/a.o"] = { link = "gone" } } },
    },
    fail = {
      { files = { ["Contents/Resources/a.o"] = { mach_o = { file_type = "object" } } }, at = "Contents/Resources/a.o" },
      {
        kind = "framework", files = { ["Versions/A/Resources/a.o"] = { mach_o = { file_type = "object" } } },
        at = "Versions/A/Resources/a.o",
      },
    },
  },
}
