rule "no-code-in-lproj" {
  summary   = "No code lies in the folder of a language",
  severity  = "error",
  rationale = "What lies there is chosen by the user's language; code there is neither signed nor loaded as code.",
  source    = "Bundle Programming Guide: Localized Resources in Bundles",
  tags      = { "S9" },
  check = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "**/*.lproj/**")) do
      local file = bundle.files[path]
      if file.type == "file" and file.mach_o then
        report:file(path, "code lies in the folder of a language", {
          expected = "resources only", fix = "move it to where code lies, such as Contents/MacOS",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/en.lproj/a.sh"] = { text = "#!/bin/sh", executable = true } } },
      { files = { ["Contents/MacOS/tool"] = { mach_o = {}, executable = true }, ["Contents/Resources/en.lproj/tool"] = { link = "../../MacOS/tool" } } },
    },
    fail = {
      { files = { ["Contents/Resources/en.lproj/tool"] = { mach_o = {}, executable = true } } },
      { files = { ["Contents/Resources/en.lproj/Plug/lib.dylib"] = { mach_o = { file_type = "dylib", id = "x" } } } },
    },
  },
}
