local files_with_code = import "apple.code.files_with_code"

-- The folders whose contents codesign takes for code.
local folders = {
  Frameworks = true, Helpers = true, MacOS = true, PlugIns = true, SharedFrameworks = true, XPCServices = true, Library = true,
}

local loaded = { execute = true, dylib = true, bundle = true }

rule "loose-code-signed" {
  summary   = "Libraries and tools in the code folders of a signed Mac app must be signed",
  severity  = "error",
  rationale = "codesign and Gatekeeper report that a code object is not signed at all: the signature of the whole app is invalid. "
    .. "nested-code-signed checks bundles.",
  source    = "Technical Note TN2206: macOS Code Signing In Depth",
  tags      = { "security", "S13", "ITMS-90238", "codesign-loose-code" },
  applies   = { platform = { "macos", "catalyst" }, files = "Contents/_CodeSignature/CodeResources" },
  check     = function(bundle, report)
    local wanted = function(_, path) return path ~= bundle.executable and folders[path:match("Contents/([^/]+)/")] end
    for _, code in ipairs(files_with_code(bundle, wanted)) do
      local names = {}
      for _, slice in ipairs(code.file.mach_o.slices) do
        if loaded[slice.file_type] and not slice.has_code_signature then names[#names + 1] = slice.architecture end
      end
      if #names > 0 then
        report:file(code.path, "the %s code is not signed, but %s around it is", table.concat(names, " and "), bundle.name, {
          expected = "a code signature", fix = "sign it before the app around it", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { signed = true },
      { signed = true, files = { ["Contents/Frameworks/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", team = "A" } } } },
      {
        signed = true,
        files = {
          ["Contents/Resources/a.dylib"] = { mach_o = { file_type = "dylib", id = "a" } },
          ["Contents/Frameworks/a.o"] = { mach_o = { file_type = "object" } },
        },
      },
    },
    fail = {
      {
        signed = true, files = { ["Contents/Frameworks/a.dylib"] = { mach_o = { file_type = "dylib", id = "a" } } },
        at = "Contents/Frameworks/a.dylib",
      },
      { signed = true, files = { ["Contents/MacOS/tool"] = { mach_o = {} } }, at = "Contents/MacOS/tool" },
      {
        kind = "plugin", signed = true, at = { "Contents/PlugIns/a.so", "Contents/XPCServices/b" },
        files = { ["Contents/PlugIns/a.so"] = { mach_o = { file_type = "bundle" } }, ["Contents/XPCServices/b"] = { mach_o = {} } },
      },
      {
        platform = "catalyst", signed = true, at = { "Contents/SharedFrameworks/a.dylib", "Contents/Library/b" },
        files = {
          ["Contents/SharedFrameworks/a.dylib"] = { mach_o = { platform = "catalyst", file_type = "dylib" } },
          ["Contents/Library/b"] = { mach_o = { platform = "catalyst" } },
        },
      },
      {
        kind = "extension", signed = true, message = "the x86_64 code",
        files = { ["Contents/Helpers/tool"] = { mach_o = {
          { architectures = "arm64", has_code_signature = true }, { architectures = "x86_64" },
        } } },
        at = "Contents/Helpers/tool",
      },
    },
  },
}
