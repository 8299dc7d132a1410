rule "no-code-in-lproj" {
  summary   = "Language folders must not contain code",
  severity  = "error",
  rationale = "The user's language decides which resources are used; code in such a folder is neither signed nor loaded as code.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  applies   = { files = "**/*.lproj" },
  check = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, "**/*.lproj/**", { type = "file", formats = { "mach_o", "universal" } })) do
      report:file(file.path, "the language folder contains code", {
        expected = "only resources", fix = "move it to a folder for code, such as Contents/MacOS",
      })
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/en.lproj/a.sh"] = { text = "#!/bin/sh", executable = true } } },
      { files = {
        ["Contents/MacOS/tool"] = { mach_o = {}, executable = true }, ["Contents/Resources/en.lproj/tool"] = { link = "../../MacOS/tool" },
      } },
    },
    fail = {
      { files = { ["Contents/Resources/en.lproj/tool"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/Resources/en.lproj/tool" },
      { files = { ["Contents/Resources/en.lproj/tool"] = { mach_o = {}, executable = true } }, at = "Contents/Resources/en.lproj/tool" },
      {
        files = { ["Contents/Resources/en.lproj/Plug/lib.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } },
        at = "Contents/Resources/en.lproj/Plug/lib.dylib",
      },
    },
  },
}
