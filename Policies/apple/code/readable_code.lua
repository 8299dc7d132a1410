-- For the examples: a library whose header is cut off.
local damaged = { base64 = "z/rt/gcAAAE=" }

rule "code-is-readable" {
  summary   = "Code must be undamaged, and archives with code must be readable",
  severity  = "error",
  rationale = "Apple's notary service opens all files and archives of an app. The signature of code that cannot be read cannot be checked.",
  source    = "Resolving common notarization issues",
  tags      = { "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle)) do
      -- Another rule reports the executable.
      if code.problem and code.role ~= "main" then
        local what = code.contained and "the archive contains %s, which cannot be checked: %s" or "the code cannot be checked: %s%s"
        report:file(code.path, what, code.contained or "", code.problem, {
          expected = "a file that can be read", fix = "build or pack it again from undamaged files, without encryption",
          discriminator = code.contained or "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Resources/a.dat"] = { mach_o = { file_type = "dylib", id = "x" } } } },
      { files = { ["Contents/MacOS/App"] = damaged } },
      { files = { ["Contents/Java/a.jar"] = { zip = { ["libx.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } } } },
      { files = { ["Contents/Resources/a.docx"] = "PK\x03\x04 but not an archive" } },
    },
    fail = {
      { files = { ["Contents/Resources/a.dat"] = damaged }, at = "Contents/Resources/a.dat", message = "the code cannot be checked" },
      {
        files = { ["Contents/Java/a.jar"] = { zip = { ["lib/libx.dylib"] = damaged } } }, at = "Contents/Java/a.jar",
        message = "contains lib/libx.dylib, which",
      },
      {
        files = { ["Contents/Java/a.jar"] = { zip = { ["b.jar"] = { zip = { ["libx.dylib"] = damaged } } } } },
        at = "Contents/Java/a.jar", message = "contains b.jar/libx.dylib, which",
      },
      {
        files = { ["Contents/Java/a.jar"] = "PK\x03\x04 but not an archive" }, at = "Contents/Java/a.jar",
        message = "the code cannot be checked: the archive has no end record",
      },
    },
  },
}
