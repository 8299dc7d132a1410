local covered = import "apple.signatures.covered"
local files_with_code = import "apple.code.files_with_code"
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
  elseif certificate and certificate.kind == "other" and certificate.issuer_organization
    and not certificate.issuer_organization:find("^Apple ") then
    return ("signed with '%s', a certificate that Apple did not issue"):format(certificate.common_name or "")
  elseif signature.is_ad_hoc and not signature.has_certificate then
    return "signed ad hoc"
  end
  return nil
end

local function is_in_sealed_app(bundle)
  local host = values.host(bundle)
  return is_sealed(bundle) or host ~= nil and is_sealed(host)
end

-- The first of these signatures whose certificate is not for the store, in words, and why; nil if there is none.
local function first_wrong(signatures, is_sealed_app)
  for _, entry in ipairs(signatures) do
    local text = problem(entry.signature)
    -- The linker signs the code of a build that is not signed yet.
    if text and (is_sealed_app or entry.signature.has_certificate) then return entry.code, text end
  end
  return nil
end

-- Why the executable of a bundle is not signed for the store, as first_wrong returns it.
local function wrong(bundle) return first_wrong(covered.signatures(bundle), is_in_sealed_app(bundle)) end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local app = is_for_ios and "App" or "Contents/MacOS/App"
  local kit = is_for_ios and "Frameworks/Kit.framework" or "Contents/Frameworks/Kit.framework"
  local function signed_by(fields)
    fields.platform = is_for_ios and "ios" or "macos"
    return { mach_o = fields }
  end
  local library = is_for_ios and "Frameworks/libswiftCore.dylib" or "Contents/Frameworks/libtool.dylib"
  local function loose(fields)
    fields.file_type, fields.id = "dylib", "@rpath/libtool.dylib"
    return signed_by(fields)
  end
  local distribution = "Apple Distribution: Example (ABCDE12345)"
  rule "signed-for-the-store" {
    summary   = "All code must be signed with a distribution certificate",
    severity  = "error",
    rationale = "The store rejects code that is signed ad hoc, with a certificate for development, or for distribution outside the store, "
      .. "down to the tools and libraries beside the executable. "
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
      -- Tools and libraries beside the executable are signed before the app. One finding for each reason is enough.
      if not is_in_sealed_app(bundle) then return end
      local seen = { [text or ""] = true }
      for _, found in ipairs(files_with_code(bundle, function(_, path) return path ~= bundle.executable end)) do
        local part, reason = first_wrong(covered.signatures_of(found.file.mach_o.slices), true)
        if reason and not seen[reason] then
          seen[reason] = true
          report:file(found.path, "%s is %s", part, reason, {
            expected = "the certificate that signs the app", fix = "sign it before the app around it", discriminator = "",
          })
        end
      end
    end,
    examples  = {
      pass = {
        {}, { files = { [app] = "no code" } }, { files = { [app] = signed_by { signer = "Apple Distribution: Example (ABCDE12345)" } } },
        { files = { [app] = signed_by { signer = "Example" } } }, { signed = { team = "ABCDE12345" } },
        -- The same certificate signed the library, which the finding about the app says.
        { signed = { signer = distribution }, files = { [library] = loose { signer = distribution } } },
        { files = { [library] = loose { has_code_signature = true } } },
        -- The app is not signed yet.
        { files = { [library] = loose { signer = "Developer ID Application: Example (ABCDE12345)" } } },
        { files = { [library] = loose { signer = "Software Signing" } } },
        { files = { [app] = signed_by { certificate = { common_name = "Apple Root CA", issuer_organization = "Apple Inc." } } } },
        -- The linker's signature.
        { files = { [app] = signed_by { has_code_signature = true } } },
        {
          kind = "archive", platform = is_for_ios and "ios" or "macos", bundles = { ["Products/Applications/App.app"] = {
            files = { [app] = signed_by { signer = "Apple Development: Ann (ABCDE12345)" } }, bundles = { [kit] = { signed = true } },
          } },
        },
      },
      fail = {
        {
          files = { [app] = signed_by { certificate = { common_name = "Internal Signing", issuer_organization = "Example" } } },
          message = "'Internal Signing', a certificate that Apple did not issue", at = app,
        },
        {
          signed = { team = "ABCDE12345" }, files = { [library] = loose { identifier = "tool" } }, message = "signed ad hoc", at = library,
        },
        {
          signed = { signer = distribution },
          files = { [library] = loose { signer = "Apple Development: Ann (ABCDE12345)" } }, message = "for development", at = library,
        },
        {
          signed = { signer = distribution }, count = 1, at = library,
          files = {
            [library] = loose { signer = "Apple Development: Ann (ABCDE12345)" },
            [library .. ".2"] = loose { signer = "Apple Development: Ann (ABCDE12345)" },
          },
        },
        {
          signed = { signer = "Apple Development: Ann (ABCDE12345)" },
          files = { [library] = loose { signer = "Apple Development: Ann (ABCDE12345)" } }, at = app,
        },
        {
          signed = { signer = distribution },
          bundles = { [kit] = {
            signed = { signer = distribution },
            files = { tool = loose { signer = "Developer ID Application: Example (ABCDE12345)" } },
          } },
          message = "outside the store", at = kit .. "/tool",
        },
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
