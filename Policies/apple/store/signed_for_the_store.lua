local covered = import "apple.signatures.covered"
local is_sealed = import "apple.signatures.sealed"
local signed_again = import "apple.code.signed_again"
local values = import "apple.values"

-- The kinds of certificates that are not for the store.
local others = {
  development = "for development", developer_id = "for distribution outside the store",
  developer_id_installer = "for installers outside the store", installer = "for installers",
}

-- Why the certificate that signed a slice is not for the store; nil if that is not certain.
local function problem(signature)
  local certificate = values.readable(signature, "certificate")
  if certificate and others[certificate.kind] then
    return ("signed with '%s', a certificate %s"):format(certificate.common_name or "", others[certificate.kind])
  elseif signature.is_ad_hoc and not signature.has_certificate then
    return "signed ad hoc"
  end
  return nil
end

-- The first slice of a bundle whose certificate is not for the store, in words, and why; nil if there is none.
local function wrong(bundle)
  local host = values.host(bundle)
  local is_sealed_app = is_sealed(bundle) or host and is_sealed(host)
  for _, entry in ipairs(covered.signatures(bundle)) do
    local text = problem(entry.signature)
    -- The linker signs the code of a build that is not signed yet.
    if text and (is_sealed_app or entry.signature.has_certificate) then return entry.code, text end
  end
  return nil
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local app = is_for_ios and "App" or "Contents/MacOS/App"
  local kit = is_for_ios and "Frameworks/Kit.framework" or "Contents/Frameworks/Kit.framework"
  local function signed_by(fields)
    fields.platform = is_for_ios and "ios" or "macos"
    return { mach_o = fields }
  end
  rule "signed-for-the-store" {
    summary   = "The code must be signed with a distribution certificate",
    severity  = "error",
    rationale = "The store rejects code that is signed ad hoc, with a certificate for development, or for distribution outside the store. "
      .. "The name of the certificate counts; certificates are not verified. A bundle that is not signed yet, or that is in an Xcode "
      .. "archive and will be signed again, is not checked.",
    source    = { "ITMS-90034", "ITMS-90035", "ITMS-90238", "ITMS-90284", "Technical Note TN3161: Inside Code Signing: Certificates" },
    tags      = is_for_ios and { "security", "ITMS-90034", "ITMS-90035" }
      or { "security", "ITMS-90034", "ITMS-90238", "ITMS-90284" },
    applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = platforms },
    check     = function(bundle, report)
      if signed_again(bundle) then return end
      local code, text = wrong(bundle)
      local _, around = wrong(values.host(bundle) or bundle)
      -- One finding is enough if the same certificate signed all.
      if text and (not values.host(bundle) or text ~= around) then
        report:file(bundle.executable, "%s is %s", code, text, {
          expected = "a certificate for the store, such as Apple Distribution", fix = "export the archive for the store",
          discriminator = "",
        })
      end
    end,
    examples  = {
      pass = {
        {}, { files = { [app] = "no code" } }, { files = { [app] = signed_by { signer = "Apple Distribution: Example (ABCDE12345)" } } },
        { files = { [app] = signed_by { signer = "Example" } } }, { signed = { team = "ABCDE12345" } },
        -- The linker's signature.
        { files = { [app] = signed_by { has_code_signature = true } } },
        {
          kind = "archive", platform = is_for_ios and "ios" or "macos", bundles = { ["Products/Applications/App.app"] = {
            files = { [app] = signed_by { signer = "Apple Development: Ann (ABCDE12345)" } }, bundles = { [kit] = { signed = true } },
          } },
        },
      },
      fail = {
        { signed = true, message = "is signed ad hoc", at = app },
        { signed = true, bundles = { [kit] = { signed = true } }, at = app },
        {
          files = { [app] = signed_by { signer = "Apple Development: Ann (ABCDE12345)" } }, message = "a certificate for development",
          at = app,
        },
        {
          files = { [app] = signed_by { signer = "Developer ID Application: Example (ABCDE12345)" } }, message = "outside the store",
          at = app,
        },
        {
          signed = { team = "ABCDE12345" }, bundles = { [kit] = { signed = true } },
          at = is_for_ios and kit .. "/Kit" or kit .. "/Versions/A/Kit",
        },
        { files = { [app] = {
          mach_o = {
            { platform = is_for_ios and "ios" or "macos", architectures = "arm64", signer = "Apple Distribution: Example (ABCDE12345)" },
            { platform = is_for_ios and "ios" or "macos", architectures = "arm64e", signer = "iPhone Developer: Ann (ABCDE12345)" },
          },
        } }, message = "the arm64e code", at = app },
      },
    },
  }
end
