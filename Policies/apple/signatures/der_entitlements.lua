local covered = import "apple.signatures.covered"
local profiles = import "apple.signing.profiles"

rule "der-entitlements" {
  summary   = "Entitlements must be in the signature in DER form, too",
  severity  = "error",
  rationale = "Devices with iOS 15 or later do not install an app whose signature has entitlements only as a property list, as codesign "
    .. "before "
    .. "Xcode 12.5 and other tools write it (0xE8008029).",
  source    = "Using the latest code signature format",
  tags      = { "security", "S13", "MI-0xE8008029" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    for _, entry in ipairs(covered.signatures(bundle)) do
      local signature = entry.signature
      -- No system that asks for it runs other code.
      if entry.architecture:find("arm64") and signature.has_certificate and signature.has_xml_entitlements
        and not signature.has_der_entitlements
        and not profiles.is_from_store(bundle) then
        return report:file(bundle.executable, "the entitlements of %s are not in DER form", entry.code, {
          expected = "entitlements in both forms", fix = "sign with a current codesign, or with --generate-entitlement-der",
          discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true, entitlements = { a = true } },
      { signed = { team = "A", der_entitlements = { a = true } }, entitlements = { a = true } }, { signed = { team = "A" } },
      { files = { App = { mach_o = { platform = "ios", architectures = "armv7", team = "A", entitlements = { a = true } } } } },
    },
    fail = {
      { signed = { team = "A" }, entitlements = { a = true }, at = "App" },
      {
        kind = "application", bundles = { ["PlugIns/Share.appex"] = { signed = { team = "A" }, entitlements = { a = true } } },
        at = "PlugIns/Share.appex/Share",
      },
    },
  },
}
