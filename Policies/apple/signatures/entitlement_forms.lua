local covered = import "apple.signatures.covered"
local parts = import "apple.entitlements.parts"

rule "entitlements-agree" {
  summary   = "The entitlements in XML and in DER form must be the same",
  severity  = "error",
  rationale = "Since iOS 15 and macOS 12, the system reads the DER form and kills processes whose two forms differ. codesign writes both "
    .. "from the same list; other tools may change only one of them.",
  source    = { "Technical Note TN3125: Inside Code Signing: Provisioning Profiles", "CVE-2021-30773", "cs_blobs.h" },
  tags      = { "security", "S13" },
  applies   = { kind = { "application", "extension" }, entitlement = "*" },
  check     = function(bundle, report)
    -- entitlements-readable reports what cannot be read.
    if #parts(bundle) == 0 then return end
    for _, entry in ipairs(covered.signatures(bundle)) do
      local is_read, difference = pcall(function() return entry.signature.entitlements_difference end)
      if not is_read and tostring(difference):find("DER form are malformed") then
        report:file(bundle.executable, "%s", tostring(difference):match("[^\n]*"):gsub("; sign the code again.*$", ""), {
          expected = "entitlements as codesign writes them", fix = "sign the code again with codesign", discriminator = "malformed",
        })
        return
      elseif is_read and difference then
        report:file(bundle.executable, "the entitlement '%s' of %s differs between its DER and XML forms", difference:sub(2), entry.code, {
          expected = "the same entitlements in both forms", fix = "sign the code again with codesign", discriminator = "",
        })
        return
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "framework", signed = { der_entitlements = { a = true } }, entitlements = { a = false } },
      {}, { signed = true, entitlements = { a = true } },
      { signed = { der_entitlements = { a = true, b = { "c", 1 } } }, entitlements = { a = true, b = { "c", 1 } } },
      { signed = { der_entitlements = { a = true } } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      -- The other slice is not signed.
      { signed = { der_entitlements = { a = true }, unsigned = "x86_64" }, entitlements = { a = false }, at = "Contents/MacOS/App" },
      { signed = { der_entitlements = { a = true } }, entitlements = { a = false }, at = "Contents/MacOS/App" },
      { signed = { der_entitlements = {} }, entitlements = { a = true }, at = "Contents/MacOS/App" },
      { kind = "extension", signed = { der_entitlements = {} }, entitlements = { a = true }, at = "Contents/MacOS/Share" },
      { platform = "ios", signed = { der_entitlements = { a = { b = 1 } } }, entitlements = { a = { b = 2 } }, at = "App" },
    },
  },
}
