local profiles = import "apple.signing.profiles"

local function contains(certificates, fingerprint)
  for _, certificate in ipairs(certificates) do
    if certificate.sha256 == fingerprint then return true end
  end
  return false
end

rule "profile-certificate" {
  summary   = "The code must be signed with a certificate of its provisioning profile",
  severity  = "error",
  rationale = "Devices do not install an app that was signed with a certificate that its profile does not list; the store rejects it. "
    .. "The signature is not verified: only the certificate it names is compared.",
  source    = { "ITMS-90179", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "ITMS-90179", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    if not profile then return end
    local signers, is_signed = profiles.signers(bundle), false
    for _, signer in ipairs(signers) do is_signed = is_signed or signer.name ~= nil end
    -- In code that is signed with a certificate, no slice may be signed without one. What cannot be read is reported by code-unchanged.
    local wrong, count = nil, 0
    for _, signer in ipairs(is_signed and signers or {}) do
      if not signer.problem and not (signer.name and contains(profile.certificates, signer.fingerprint)) then
        wrong = wrong or signer
        count = count + (signer.fingerprint == wrong.fingerprint and 1 or 0)
      end
    end
    if wrong then
      local code = count == #signers and "the code" or wrong.code
      local text = wrong.name and "%s is signed with '%s', which is not a certificate of the profile '%s'"
        or "%s is signed without a certificate"
      report:file(bundle.executable, text, code, wrong.name, profile.name or "", {
        expected = "one of the certificates that the profile lists",
        fix = "sign with the certificate of the profile, or add the certificate to it",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", signer = "Apple Distribution: Example (ABCDE12345)" } } } },
      {
        platform = "ios",
        files = {
          App = { mach_o = { platform = "ios", signer = "Apple Distribution: Example (ABCDE12345)" } },
          ["embedded.mobileprovision"] = { profile = { certificates = { { common_name = "Apple Development: A" }, {} } } },
        },
      },
      -- From the store.
      {
        platform = "ios",
        files = {
          App = { mach_o = { platform = "ios", signer = "Apple iPhone OS Application Signing" } },
          ["embedded.mobileprovision"] = { profile = {} },
        },
      },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { signer = "Apple Mac OS Application Signing" } },
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "development" } },
        },
      },
      {
        platform = "ios",
        files = {
          App = { mach_o = { platform = "ios", signer = "TestFlight Beta Distribution" } }, ["embedded.mobileprovision"] = { profile = {} },
        },
      },
      -- Signed without a certificate.
      {
        platform = "ios",
        files = { App = { mach_o = { platform = "ios", has_code_signature = true } }, ["embedded.mobileprovision"] = { profile = {} } },
      },
    },
    fail = {
      -- The store signed one slice again, and nobody the other.
      {
        platform = "ios",
        files = {
          App = { mach_o = {
            { platform = "ios", architectures = "arm64", signer = "Apple iPhone OS Application Signing" },
            { platform = "ios", architectures = "arm64e" },
          } },
          ["embedded.mobileprovision"] = { profile = { certificates = { { common_name = "Apple iPhone OS Application Signing" } } } },
        },
        at = "App", message = "the arm64e code is signed without",
      },
      {
        platform = "ios",
        files = {
          App = { mach_o = { platform = "ios", signer = "Apple Development: A" } }, ["embedded.mobileprovision"] = { profile = {} },
        },
        at = "App", message = "the code is signed with",
      },
      -- Each architecture with another certificate.
      {
        platform = "ios",
        files = {
          App = { mach_o = {
            { platform = "ios", architectures = "arm64", signer = "Apple Development: A" },
            { platform = "ios", architectures = "arm64e", signer = "Apple Development: B" },
          } },
          ["embedded.mobileprovision"] = { profile = {} },
        },
        at = "App", message = "the arm64 code is signed with",
      },
      {
        platform = "ios", kind = "extension",
        files = {
          Share = { mach_o = { platform = "ios", signer = "Apple Development: A" } },
          ["embedded.mobileprovision"] = { profile = { certificates = {} } },
        },
        at = "Share",
      },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { signer = "Developer ID Application: A" } },
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "developer_id" } },
        },
        at = "Contents/MacOS/App",
      },
    },
  },
}
