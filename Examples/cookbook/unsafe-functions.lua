policy "cookbook.unsafe-functions" { summary = "Code calls nothing that overflows" }

-- C functions that write without a limit.
local unsafe = { "gets", "strcpy", "strcat", "sprintf", "vsprintf" }

rule "no-unsafe-functions" {
  summary   = "Code must not call C functions that write without a limit",
  rationale = "They write beyond the end of a buffer if a string is longer than expected; auditors look for them.",
  severity  = "warning",
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
      for _, slice in ipairs(code.file and code.file.mach_o.slices or {}) do
        local imports = slice.imports or {}
        for _, name in ipairs(unsafe) do
          if imports["_" .. name] then
            report:file(code.path, "the %s code calls %s", slice.architecture, name, { discriminator = slice.architecture .. name })
          end
        end
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_strlcpy" } } } } } },
    fail = { { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_strcpy" } } } }, at = "Contents/MacOS/App" } },
  },
}
