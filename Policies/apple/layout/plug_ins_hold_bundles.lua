local is_program = import "apple.code.is_program"
local values = import "apple.values"

-- For the examples.
local tool = { ["Contents/PlugIns/tool"] = { mach_o = { architectures = { "arm64" } } } }

rule "plug-ins-hold-bundles" {
  summary   = "PlugIns must contain loadable bundles, not standalone executables",
  severity  = "warning",
  rationale = "Plug-ins are loaded into another process. A standalone program is not found there, and the store does not accept "
    .. "its signature there; it belongs in Contents/MacOS or Contents/Helpers.",
  source    = "Bundle Programming Guide: Table 2-5",
  tags      = { "S8" },
  applies   = { kind = "application", files = "Contents/PlugIns/*" },
  check = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "Contents/PlugIns/*")) do
      local file = bundle.files[path]
      local code = file.type == "file" and values.code(file)
      if code and is_program(code) then
        report:file(path, "'%s' is a standalone program among the plug-ins", path, {
          expected = "bundles and libraries", fix = "move it to Contents/MacOS or Contents/Helpers",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { bundles = { ["Contents/PlugIns/Share.appex"] = { kind = "extension" } } },
      { kind = "extension", files = tool },
      { files = { ["Contents/PlugIns/libx.dylib"] = { mach_o = { file_type = "dylib", id = "x" } }, ["Contents/PlugIns/x.txt"] = "x" } },
    },
    fail = { { files = tool, at = "Contents/PlugIns/tool" } },
  },
}
