local values = import "apple.values"

-- Declares the rule for bundles of these platforms.
return function(platforms)
  rule "compliance-code" {
    summary   = "An app that uses encryption which requires documentation must state its compliance code",
    severity  = "error",
    rationale = "The store rejects an app whose ITSAppUsesNonExemptEncryption is true, but which has no "
      .. "ITSEncryptionExportComplianceCode. Apple "
      .. "gives out the code once it has the documents. Without either key, the store asks at each upload.",
    source    = { "ITMS-90592", "Complying with Encryption Export Regulations" },
    tags      = { "ITMS-90592" },
    applies   = { kind = "application", platform = platforms, nested = false, key = "ITSAppUsesNonExemptEncryption" },
    check     = function(bundle, report)
      local info = bundle.info
      if values.is_true(info.ITSAppUsesNonExemptEncryption) and not values.text(info.ITSEncryptionExportComplianceCode) then
        report:missing(info, "ITSEncryptionExportComplianceCode", "the app uses encryption that requires documentation, but states no code",
          {
          expected = "the code of the approved documents",
          fix = "add the code; if the app only uses the system's encryption, set ITSAppUsesNonExemptEncryption to false",
        })
      end
    end,
    examples  = {
      pass = {
        {}, { info = { ITSAppUsesNonExemptEncryption = false } },
        { info = { ITSAppUsesNonExemptEncryption = true, ITSEncryptionExportComplianceCode = "a1b2" } },
      },
      fail = {
        { info = { ITSAppUsesNonExemptEncryption = true }, at = "/ITSEncryptionExportComplianceCode" },
        {
          info = { ITSAppUsesNonExemptEncryption = "YES", ITSEncryptionExportComplianceCode = " " },
          at = "/ITSEncryptionExportComplianceCode",
        },
      },
    },
  }
end
