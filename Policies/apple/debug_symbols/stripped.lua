-- For the examples: code of an iOS app.
local function code(fields)
  fields.platform = "ios"
  return { platform = "ios", files = { App = { mach_o = fields } } }
end
local function failing(fields, message)
  local result = code(fields)
  result.at, result.message = "App", message
  return result
end

-- The first slice with debug information, and the number of entries for debuggers, 0 for the debug information itself.
local function unstripped(file)
  for _, slice in ipairs(file.mach_o.slices) do
    if slice:segment("__DWARF") then return slice, 0 end
    local count = slice.debug_symbols
    if count and count > 0 then return slice, count end
  end
  return nil
end

rule "debug-information-stripped" {
  summary   = "Code must not contain debug information",
  severity  = "warning",
  rationale = "It makes the download larger and shows the structure of the source code and the folders of the machine that built it. Crash "
    .. "reports are read with the .dSYM, which stays with the developers.",
  source    = { "man strip", "Xcode: Build settings reference, Strip Debug Symbols During Copy" },
  tags      = { "symbols" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, item in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
      local slice, count
      if item.file and not item.problem then slice, count = unstripped(item.file) end
      if slice then
        report:file(item.file, "the %s code contains %s", slice.architecture,
          count == 0 and "DWARF debug information" or ("%d entries for debuggers"):format(count), {
          severity = count > 0 and "note" or nil, expected = "code without debug information",
          fix = "strip the code: strip -S, or the build settings COPY_PHASE_STRIP and STRIP_INSTALLED_PRODUCT", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      code {}, code { local_symbols = "_main" }, { files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gwAAAE=" } } },
      { files = { ["Contents/Resources/App"] = { mach_o = { file_type = "dsym", segments = { { name = "__DWARF" } } } } } },
    },
    fail = {
      failing({ debug_symbols = { "/Users/a/main.o" } }, "for debuggers"),
      failing({ segments = { { name = "__DWARF", sections = { { name = "__debug_info" } } } } }, "DWARF debug information"),
      { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a", debug_symbols = "/tmp/a.o" } } },
        at = "Contents/Frameworks/liba.dylib" },
    },
  },
}
