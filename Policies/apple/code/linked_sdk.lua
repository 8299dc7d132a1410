local notarized_code = import "apple.code.notarized_code"

rule "notarizable-sdk" {
  summary   = "Code must be built with the SDK for OS X 10.9 or later",
  severity  = "error",
  rationale = "Apple does not notarize older code. Code that does not state its SDK is not checked.",
  source    = "Resolving common notarization issues: Use the macOS 10.9 SDK or later",
  tags      = { "S13", "notary-sdk" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = "macos" },
  check     = function(bundle, report)
    notarized_code(bundle, report, { expected = "the SDK for OS X 10.9 or later", fix = "build it with a current version of Xcode" },
      function(slice)
        local sdk = slice.platform == "macos" and slice.sdk
        return sdk and version.compare(sdk, "10.9") < 0 and "is built with the SDK for OS X " .. sdk
      end)
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { sdk = "10.9" } } } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { files = { ["Contents/Resources/a.o"] = { mach_o = { file_type = "object", sdk = "10.6" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", sdk = "5.0" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { sdk = "10.8" } } }, at = "Contents/MacOS/App" },
      {
        files = { ["Contents/Frameworks/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", sdk = "10.6" } } },
        at = "Contents/Frameworks/a.dylib",
      },
    },
  },
}
