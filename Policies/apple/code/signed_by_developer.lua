local notarized_code = import "apple.code.notarized_code"
local signed_again = import "apple.code.signed_again"
local values = import "apple.values"

local team = parameter "team" { default = "", summary = "the identifier of the team that must have signed all code; by default, any team" }

-- Kinds of certificates that Apple accepts: Developer ID, and its own.
local accepted = { developer_id = true, apple = true }

-- Why Apple does not notarize a slice with this signature, or which other team signed it; nil if it does.
local function problem(slice, signature)
  if not signature then
    -- A signature that cannot be read is reported by code-unchanged.
    return not slice.has_code_signature and "is not signed" or nil
  elseif signature.is_linker_signed then
    return "is signed only by the linker"
  elseif not signature.has_certificate then
    return "is signed ad hoc"
  elseif team ~= "" and signature.team ~= team then
    return signature.team and "is signed by the team " .. signature.team or "is signed without a team"
  end
  local certificate = values.readable(signature, "certificate")
  if certificate and not accepted[certificate.kind] then
    local name = certificate.common_name and "'" .. certificate.common_name .. "'" or "a certificate without a name"
    return ("is signed with %s, which is not a Developer ID certificate"):format(name)
  end
  return nil
end

rule "signed-by-developer" {
  summary   = "All code must be signed with a Developer ID certificate, and by the given team",
  severity  = "error",
  rationale = "Apple notarizes an app only if all code in it is signed with a Developer ID certificate. Code that is unsigned, or signed "
    .. "by somebody else, did not come from the job that ships the app. Certificates are not verified.",
  source    = "Notarizing macOS software before distribution",
  tags      = { "security", "S13", "notary-certificate", "notary-unsigned" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    if signed_again(bundle) then return end
    notarized_code(bundle, report, {
      expected = team ~= "" and "a signature of the team " .. team or "a signature made with a Developer ID certificate",
      fix = "sign it with codesign --sign 'Developer ID Application: …'",
    }, problem)
  end,
  examples  = {
    pass = {
      {
        kind = "archive", platform = "macos", bundles = { ["Products/Applications/App.app"] = {
          signed = { signer = "Apple Development: Ann (ABCDE12345)" },
        } },
      },
      { signed = { team = "A" } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { signed = { signer = "Developer ID Application: Example (ABCDE12345)" } }, { signed = { signer = "Software Signing" } },
      { signed = { team = "A" }, files = { ["Contents/Resources/part.o"] = { mach_o = { file_type = "object" } } } },
    },
    fail = {
      {
        signed = { signer = "Apple Development: Ann (ABCDE12345)" }, message = "which is not a Developer ID certificate",
        at = "Contents/MacOS/App",
      },
      { signed = { signer = "Example" }, message = "with 'Example', which", at = "Contents/MacOS/App" },
      { params = { team = "A" }, signed = { team = "B" }, message = "is signed by the team B", at = "Contents/MacOS/App" },
      { kind = "extension", at = "Contents/MacOS/Share" }, { kind = "framework", at = "Versions/A/Kit" },
      { kind = "plugin", at = "Contents/MacOS/Plug" }, { platform = "catalyst", at = "Contents/MacOS/App" },
      { at = "Contents/MacOS/App", message = "is not signed" }, { signed = true, message = "is signed ad hoc", at = "Contents/MacOS/App" },
      { signed = { team = "A", unsigned = "x86_64" }, message = "the x86_64 code is not signed", at = "Contents/MacOS/App" },
      {
        signed = { team = "A" }, at = "Contents/Resources/a.so",
        files = { ["Contents/Resources/a.so"] = { mach_o = { file_type = "bundle" }, executable = false } },
      },
    },
  },
}
