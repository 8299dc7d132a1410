local notarized_code = import "apple.code.notarized_code"
local signed_again = import "apple.code.signed_again"
local values = import "apple.values"

rule "secure-timestamp" {
  summary   = "Signatures must have a secure timestamp",
  severity  = "error",
  rationale = "Apple notarizes only code whose signature a timestamp server has dated. codesign asks the server unless it is told not "
    .. "to, or cannot "
    .. "reach it. Code that is not signed with a certificate is reported by signed-by-developer.",
  source    = "Resolving common notarization issues: Include a secure timestamp",
  tags      = { "security", "S13", "notary-timestamp" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    if signed_again(bundle) then return end
    notarized_code(bundle, report, {
      expected = "a secure timestamp", fix = "sign with codesign --timestamp, on a machine that reaches timestamp.apple.com",
    }, function(_, signature)
      -- A signature whose certificates cannot be read is reported by code-unchanged.
      return signature and signature.has_certificate and values.readable(signature, "certificates") and not signature.timestamp
        and "has no secure timestamp in its signature"
    end)
  end,
  examples  = {
    pass = {
      {
        kind = "archive", platform = "macos", bundles = { ["Products/Applications/App.app"] = {
          signed = { signer = "Apple Development: Ann (ABCDE12345)" },
        } },
      },
      {}, { signed = true }, { signed = { signer = "Developer ID Application: Example (ABCDE12345)", timestamp = "2026-11-01" } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      { signed = { signer = "Developer ID Application: Example (ABCDE12345)" }, at = "Contents/MacOS/App" },
      {
        signed = { signer = "Developer ID Application: Example (ABCDE12345)", timestamp = "2026-11-01" },
        files = { ["Contents/Frameworks/a.dylib"] = { mach_o = {
          file_type = "dylib", id = "a", signer = "Developer ID Application: Example (ABCDE12345)",
        } } },
        at = "Contents/Frameworks/a.dylib",
      },
    },
  },
}
