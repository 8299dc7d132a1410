policy "cookbook.release-code" { summary = "Code is built for release" }

rule "stripped" {
  summary   = "Code must be stripped",
  rationale = "Symbols for debuggers make the download larger and show how the source code is organized.",
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
      for _, slice in ipairs(code.file and code.file.mach_o.slices or {}) do
        if slice.is_stripped == false then
          report:file(code.path, "the %s code has symbols for debuggers", slice.architecture, { fix = "run strip on it" })
        end
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/MacOS/App"] = { mach_o = { exports = "_main" } } } } },
    fail = { { files = { ["Contents/MacOS/App"] = { mach_o = { debug_symbols = "/tmp/main.o" } } }, at = "Contents/MacOS/App" } },
  },
}

rule "no-bitcode" {
  summary   = "Code must not contain bitcode",
  rationale = "The store rejects it since Xcode 14; it is in libraries that were built before.",
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle)) do
      for _, slice in ipairs(code.file and code.file.mach_o and code.file.mach_o.slices or {}) do
        if slice.has_bitcode then
          report:file(code.path, "the %s code contains bitcode", slice.architecture, { fix = "update the library" })
        end
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/libx.a"] = { archive = {} } } } },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { segments = { { name = "__LLVM", sections = { { name = "__bundle" } } } } } } },
        at = "Contents/MacOS/App",
      },
    },
  },
}

rule "no-debug-build" {
  summary   = "A release must not contain what only debug builds contain",
  rationale = "With these libraries, the app is slow, and with get-task-allow, other programs can read its memory; the store refuses both.",
  applies   = { kind = { "application", "extension" } },
  files     = { forbid = { "**/__preview.dylib", "**/*.debug.dylib" } },
  entitlements = { ["get-task-allow"] = optional(false), ["com.apple.security.get-task-allow"] = optional(false) },
  examples  = {
    pass = { {}, { platform = "ios", entitlements = { ["get-task-allow"] = false } } },
    fail = {
      { platform = "ios", entitlements = { ["get-task-allow"] = true }, at = "App:/get-task-allow" },
      {
        entitlements = { ["com.apple.security.get-task-allow"] = true }, at = "Contents/MacOS/App:/com.apple.security.get-task-allow",
      },
      { files = { ["Contents/MacOS/App.debug.dylib"] = { mach_o = { file_type = "dylib" } } }, at = "Contents/MacOS/App.debug.dylib" },
      { files = { ["Contents/MacOS/__preview.dylib"] = { mach_o = { file_type = "dylib" } } }, at = "Contents/MacOS/__preview.dylib" },
    },
  },
}
