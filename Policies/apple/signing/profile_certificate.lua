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
  rationale = "Devices do not install an app that was signed with another certificate than those that its profile lists; the store rejects it. "
    .. "The signature is not verified: only what it says of its certificate is compared.",
  source    = { "ITMS-90179", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "S13", "ITMS-90179" },
  applies   = { kind = { "application", "extension" } },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    if not profile then return end
    for _, signer in ipairs(profiles.signers(bundle)) do
      if not contains(profile.certificates, signer.fingerprint) then
        report:file(bundle.executable, "the code is signed with '%s', which is not a certificate of the profile '%s'", signer.name, profile.name or "", {
          expected = "one of the certificates that the profile lists", fix = "sign with the certificate of the profile, or add the certificate to it",
        })
        return
      end
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
        files = { App = { mach_o = { platform = "ios", signer = "Apple iPhone OS Application Signing" } }, ["embedded.mobileprovision"] = { profile = {} } },
      },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { signer = "Apple Mac OS Application Signing" } },
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "development" } },
        },
      },
      {
        platform = "ios",
        files = { App = { mach_o = { platform = "ios", signer = "TestFlight Beta Distribution" } }, ["embedded.mobileprovision"] = { profile = {} } },
      },
      -- Signed without a certificate.
      { platform = "ios", files = { App = { mach_o = { platform = "ios", has_code_signature = true } }, ["embedded.mobileprovision"] = { profile = {} } } },
    },
    fail = {
      {
        platform = "ios",
        files = { App = { mach_o = { platform = "ios", signer = "Apple Development: A" } }, ["embedded.mobileprovision"] = { profile = {} } },
      },
      {
        platform = "ios", kind = "extension",
        files = { Share = { mach_o = { platform = "ios", signer = "Apple Development: A" } }, ["embedded.mobileprovision"] = { profile = { certificates = {} } } },
      },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { signer = "Developer ID Application: A" } },
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "developer_id" } },
        },
      },
    },
  },
}
