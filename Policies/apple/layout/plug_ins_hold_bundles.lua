local is_program = import "apple.code.is_program"
local values = import "apple.values"

rule "plug-ins-hold-bundles" {
  summary   = "PlugIns must contain loadable bundles, not standalone executables",
  severity  = "warning",
  rationale = "Plug-ins are loaded into another process. A standalone program is not found there, and the store does not accept "
    .. "its signature there; it belongs in Contents/MacOS or Contents/Helpers.",
  source    = "Bundle Programming Guide: Table 2-5",
  tags      = { "S8" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, files = "Contents/PlugIns/*" },
  check = function(bundle, report)
    if not bundles.exists(bundle, "Contents/PlugIns") then return end
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
      { files = { ["Contents/PlugIns/libx.dylib"] = { mach_o = { file_type = "dylib", id = "x" } }, ["Contents/PlugIns/x.txt"] = "x" } },
    },
    fail = { { files = { ["Contents/PlugIns/tool"] = { mach_o = { architectures = { "arm64" } } } }, at = "Contents/PlugIns/tool" } },
  },
}
