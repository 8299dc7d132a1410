local values = import "apple.values"

-- The base64 form of a SHA-256 digest: 32 bytes in 44 characters, of which the last is padding.
local function is_digest(value) return type(value) == "string" and #value == 44 and value:find("^[%w+/]+=$") ~= nil end

local kinds = { "NSPinnedLeafIdentities", "NSPinnedCAIdentities" }

rule "pinned-domains" {
  summary   = "A pinned domain must list the digests of its public keys",
  severity  = "error",
  rationale = "With a digest in another form, no certificate matches, and every connection to the domain fails; without digests, nothing "
    .. "is pinned.",
  source    = "Bundle Resources: NSPinnedDomains",
  tags      = { "security", "S3", "ATS" },
  applies   = { key = "/NSAppTransportSecurity/NSPinnedDomains" },
  check     = function(bundle, report)
    local domains = values.dictionary(values.dictionary(bundle.info.NSAppTransportSecurity).NSPinnedDomains)
    for host, settings in pairs(domains) do
      local is_pinned = false
      for _, kind in ipairs(plist.type(settings) == "dictionary" and kinds or {}) do
        for _, identity in ipairs(values.list(settings[kind])) do
          is_pinned = true
          if plist.type(identity) == "dictionary" and identity["SPKI-SHA256-BASE64"] == nil then
            report:missing(identity, "SPKI-SHA256-BASE64", "the identity has no digest", {
              expected = "the SHA-256 digest of a public key in base64", fix = "add it",
            })
          elseif plist.type(identity) == "dictionary" and not is_digest(identity["SPKI-SHA256-BASE64"]) then
            report:at(identity, "SPKI-SHA256-BASE64", "'%s' is not the digest of a public key", tostring(identity["SPKI-SHA256-BASE64"]), {
              expected = "the SHA-256 digest in base64, which has 44 characters",
              fix = "compute it from the SubjectPublicKeyInfo of the certificate",
            })
          end
        end
      end
      if not is_pinned and plist.type(settings) == "dictionary" then
        report:at(domains, host, "nothing is pinned for '%s'", host, {
          expected = "NSPinnedLeafIdentities or NSPinnedCAIdentities with a digest", fix = "list the digests, or remove the domain",
          severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = {
        NSPinnedLeafIdentities = { { ["SPKI-SHA256-BASE64"] = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=" } },
      } } } } },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedCAIdentities = { {
        ["SPKI-SHA256-BASE64"] = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
      } } } } } } },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = {
        ["a.example"] = "x", ["b.example"] = { NSPinnedCAIdentities = { "x" } },
      } } } },
    },
    fail = {
      {
        info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSIncludesSubdomains = true } } } },
        at = "/NSAppTransportSecurity/NSPinnedDomains/a.example",
      },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedCAIdentities = { {
        ["SPKI-SHA1"] = "x",
      } } } } } }, at = "/NSAppTransportSecurity/NSPinnedDomains/a.example/NSPinnedCAIdentities/0/SPKI-SHA256-BASE64",
        message = "has no digest" },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedLeafIdentities = { {
        ["SPKI-SHA256-BASE64"] = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5=E",
      } } } } } }, at = "/NSAppTransportSecurity/NSPinnedDomains/a.example/NSPinnedLeafIdentities/0/SPKI-SHA256-BASE64" },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedLeafIdentities = { {
        ["SPKI-SHA256-BASE64"] = "short",
      } } } } } }, at = "/NSAppTransportSecurity/NSPinnedDomains/a.example/NSPinnedLeafIdentities/0/SPKI-SHA256-BASE64" },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedLeafIdentities = { {
        ["SPKI-SHA256-BASE64"] = 1,
      } } } } } }, at = "/NSAppTransportSecurity/NSPinnedDomains/a.example/NSPinnedLeafIdentities/0/SPKI-SHA256-BASE64" },
      { info = { NSAppTransportSecurity = { NSPinnedDomains = { ["a.example"] = { NSPinnedLeafIdentities = { {
        ["SPKI-SHA256-BASE64"] = "r/mIkG3eEpVdm-u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
      } } } } } }, at = "/NSAppTransportSecurity/NSPinnedDomains/a.example/NSPinnedLeafIdentities/0/SPKI-SHA256-BASE64" },
    },
  },
}
