local executables = import "apple.code.executables"
local values = import "apple.values"

-- The architectures of a program that lack the hardened runtime. A signature that cannot be read is reported by code-unchanged.
local function lacking(file)
  local names = {}
  for _, slice in ipairs(file.mach_o.slices) do
    local signature = values.readable(slice, "signature")
    local is_known = signature or not slice.has_code_signature
    if slice.file_type == "execute" and is_known and not (signature and signature.has_hardened_runtime) then
      names[#names + 1] = slice.architecture
    end
  end
  return names
end

rule "hardened-runtime" {
  summary   = "Programs for the Mac must be signed for the hardened runtime",
  severity  = "error",
  rationale = "Apple notarizes only programs with the hardened runtime, and Gatekeeper opens downloaded apps only if they are notarized. "
    .. "Libraries run under what the program has.",
  source    = "Notarizing macOS software before distribution",
  tags      = { "security", "S13", "notary-runtime" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    for _, code in ipairs(executables(bundle)) do
      local names = lacking(code.file)
      if #names > 0 then
        report:file(code.path, "the %s code is not signed for the hardened runtime", table.concat(names, " and "), {
          expected = "the flag runtime in its code signature", fix = "sign with codesign --options runtime, or set ENABLE_HARDENED_RUNTIME",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { signed = { has_hardened_runtime = true, team = "A" } },
      { signed = { has_hardened_runtime = true } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      -- A library.
      {
        signed = { has_hardened_runtime = true },
        files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" }, executable = true } },
      },
      { kind = "framework" }, { kind = "framework", without = "CFBundleExecutable", files = { ["Versions/A/Kit"] = false, Kit = false } },
    },
    fail = {
      { at = "Contents/MacOS/App" }, { signed = true, at = "Contents/MacOS/App" },
      {
        signed = { has_hardened_runtime = true, unsigned = "x86_64" }, at = "Contents/MacOS/App",
        message = "the x86_64 code is not signed for",
      },
      { kind = "extension", signed = { team = "A" }, at = "Contents/MacOS/Share" },
      { kind = "plugin", files = { ["Contents/MacOS/tool"] = { mach_o = {} } }, at = "Contents/MacOS/tool" },
      { platform = "catalyst", at = "Contents/MacOS/App" },
      { kind = "framework", files = { ["Versions/A/tool"] = { mach_o = {} } }, at = "Versions/A/tool" },
      -- The main executable is one even if it is not marked executable.
      { files = { ["Contents/MacOS/App"] = { mach_o = {}, executable = false } }, at = "Contents/MacOS/App" },
      {
        signed = { has_hardened_runtime = true }, at = "Contents/MacOS/tool",
        files = { ["Contents/MacOS/tool"] = { mach_o = {}, executable = true } },
      },
    },
  },
}
