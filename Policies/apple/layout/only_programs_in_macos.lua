rule "only-programs-in-macos" {
  summary   = "Contents/MacOS and Contents/Frameworks should contain only code and bundles",
  severity  = "note",
  rationale = "Code signing takes every file there for code and signs it as such; the signature of a script or data file is lost in most "
    .. "copies.",
  source    = { "Technical Note TN2206: Using Nested Code Correctly", "Bundle Programming Guide: Table 2-5" },
  tags      = { "S8", "codesign-loose-data" },
  deprecated = { "apple.strict/only-programs-in-macos" },
  applies   = { kind = { "application", "extension", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    for _, folder in ipairs { "Contents/MacOS", "Contents/Frameworks" } do
      local others = {}
      for _, path in ipairs(bundles.walk(bundle, folder .. "/*")) do
        local file = bundle.files[path]
        -- Damaged code is reported by files-are-whole, the main executable by executable, and other contents by contents-match-extension.
        if file.type == "file" and path ~= bundle.executable and not path:find("%.dylib$") and not file.problem and not file.mach_o then
          others[#others + 1] = path:match("[^/]*$")
        end
      end
      if #others > 0 then
        -- .NET and Java put hundreds of files there: one finding for the folder.
        report:file(#others == 1 and folder .. "/" .. others[1] or folder,
          #others == 1 and "'%s' is not code" or "'%s' and %d more files are not code", others[1], #others - 1, {
          expected = "only programs, libraries and bundles", fix = (#others == 1 and "move it" or "move them") .. " to Contents/Resources",
          discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {},
      { files = {
        ["Contents/MacOS/tool"] = { mach_o = {} }, ["Contents/MacOS/link"] = { link = "App" },
        ["Contents/MacOS/broken"] = { base64 = "z/rt/gcAAAE=" }, ["Contents/MacOS/data/a.txt"] = "x",
      } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n", ["Contents/Frameworks/liba.dylib"] = "x" } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/a.dll"] = "MZ", ["Contents/MacOS/b.dll"] = "MZ", ["Contents/MacOS/c.json"] = "{}" },
        at = "Contents/MacOS",
      },
      { files = { ["Contents/MacOS/config.json"] = "{}" }, at = "Contents/MacOS/config.json" },
      { kind = "extension", files = { ["Contents/MacOS/liba.dylib.txt"] = "x" }, at = "Contents/MacOS/liba.dylib.txt" },
      { platform = "catalyst", files = { ["Contents/MacOS/config.json"] = "{}" }, at = "Contents/MacOS/config.json" },
      { files = { ["Contents/Frameworks/notes.txt"] = "x" }, at = "Contents/Frameworks/notes.txt" },
      { kind = "plugin", files = { ["Contents/MacOS/run.sh"] = "#!/bin/sh\n" }, at = "Contents/MacOS/run.sh" } },
  },
}
