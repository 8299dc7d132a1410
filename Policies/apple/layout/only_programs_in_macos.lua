rule "only-programs-in-macos" {
  summary   = "Contents/MacOS must contain only programs and libraries",
  severity  = "note",
  rationale = "Code signing takes every file there for code and signs it as such; the signature of a script or data file is lost in most "
    .. "copies.",
  source    = { "Technical Note TN2206: Using Nested Code Correctly", "Bundle Programming Guide: Table 2-5" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local others = {}
    for _, path in ipairs(bundles.walk(bundle, "Contents/MacOS/*")) do
      local file = bundle.files[path]
      -- Damaged code is reported by files-are-whole, the main executable by executable.
      if file.type == "file" and path ~= bundle.executable and not file.problem and not file.mach_o then
        others[#others + 1] = path:match("[^/]*$")
      end
    end
    if #others > 0 then
      -- .NET and Java put hundreds of files there: one finding for the folder.
      report:file(#others == 1 and "Contents/MacOS/" .. others[1] or "Contents/MacOS",
        #others == 1 and "'%s' is not code" or "'%s' and %d more files are not code", others[1], #others - 1, {
        expected = "only programs and libraries", fix = (#others == 1 and "move it" or "move them") .. " to Contents/Resources",
        discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {},
      { files = {
        ["Contents/MacOS/tool"] = { mach_o = {} }, ["Contents/MacOS/link"] = { link = "App" },
        ["Contents/MacOS/broken"] = { base64 = "z/rt/gcAAAE=" }, ["Contents/MacOS/data/a.txt"] = "x",
      } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/a.dll"] = "MZ", ["Contents/MacOS/b.dll"] = "MZ", ["Contents/MacOS/c.json"] = "{}" },
        at = "Contents/MacOS",
      },
      { files = { ["Contents/MacOS/config.json"] = "{}" }, at = "Contents/MacOS/config.json" },
      { kind = "plugin", files = { ["Contents/MacOS/run.sh"] = "#!/bin/sh\n" }, at = "Contents/MacOS/run.sh" } },
  },
}
