local signed_again = import "apple.code.signed_again"
local profiles = import "apple.signing.profiles"

-- Days before the end of a profile on which it is reported. A number of a policy's own takes a rule of its own: docs/signing.md has one.
local notice = 30

local function any_current(certificates)
  for _, certificate in ipairs(certificates) do
    if certificate.expires >= as_of then return true end
  end
  return #certificates == 0
end

-- Profiles of apps that stop on the devices of their users. Those for development last a week and are renewed by Xcode; after the store
-- has the
-- app, its profile does not matter.
local lasting = { ad_hoc = true, enterprise = true, developer_id = true }

rule "profile-current" {
  summary   = "The provisioning profile must not have expired",
  severity  = "error",
  rationale = "Devices do not install or open an app with an expired profile, or signed with an expired certificate; the store rejects it. "
    .. "On the Mac, code for Developer ID stays valid when its certificate expires. The report says on which day the check was made.",
  source    = { "ITMS-90161", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "S13", "ITMS-90161", "MI-profile" },
  applies   = { kind = { "application", "extension" }, files = profiles.files },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    if not profile or signed_again(bundle) then return end
    local last = profile.expires
    if last and last < as_of then
      report:at(profile.properties, "ExpirationDate", "the profile '%s' expired on %04d-%02d-%02d", profile.name or "",
        last.year, last.month, last.day, {
        expected = "a profile that is valid on " .. as_of.text, fix = "download a new profile, and build or sign again with it",
      })
    elseif profile.kind ~= "developer_id" and not any_current(profile.certificates) then
      report:at(profile.properties, "DeveloperCertificates", "all certificates of the profile '%s' have expired", profile.name or "", {
        expected = "a certificate that is valid on " .. as_of.text, fix = "sign with a new certificate, and a new profile for it",
      })
    elseif last and lasting[profile.kind] and last.epoch < as_of.epoch + notice * 86400 then
      report:at(profile.properties, "ExpirationDate", "the profile '%s' expires on %04d-%02d-%02d", profile.name or "",
        last.year, last.month, last.day, {
        expected = ("a profile that is valid for %d days"):format(notice), fix = "renew the profile, and build or sign again with it",
        severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      -- The export of an Xcode archive takes another profile.
      {
        kind = "archive", platform = "ios", as_of = "2026-11-30", bundles = { ["Products/Applications/App.app"] = {
          files = { ["embedded.mobileprovision"] = { profile = { expires = "2026-11-29" } } },
        } },
      },
      {}, { platform = "ios" }, { platform = "ios", files = { ["embedded.mobileprovision"] = "old" } },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = {} } } },
      { platform = "ios", as_of = "2026-11-30", files = { ["embedded.mobileprovision"] = { profile = { expires = "2026-11-30" } } } },
      {
        platform = "ios", as_of = "2026-11-30",
        files = { ["embedded.mobileprovision"] = { profile = { certificates = {
          { expires = "2026-11-29" }, { expires = "2026-11-30" },
        } } } },
      },
      { platform = "ios", files = { ["embedded.mobileprovision"] = { profile = { certificates = {} } } } },
      {
        platform = "ios", as_of = "2026-11-01",
        files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc", expires = "2026-12-01" } } },
      },
      {
        platform = "ios", as_of = "2026-11-30",
        files = { ["embedded.mobileprovision"] = { profile = { kind = "development", expires = "2026-12-01" } } },
      },
      {
        as_of = "2026-11-30",
        files = { ["Contents/embedded.provisionprofile"] = { profile = {
          platform = "macos", kind = "developer_id", certificates = { { expires = "2026-11-29" } },
        } } },
      },
    },
    fail = {
      {
        platform = "ios", as_of = "2026-11-30", files = { ["embedded.mobileprovision"] = { profile = { expires = "2026-11-29" } } },
        at = "embedded.mobileprovision:/ExpirationDate",
      },
      {
        platform = "ios", kind = "extension", as_of = "2026-11-30",
        files = { ["embedded.mobileprovision"] = { profile = { kind = "development", expires = "2026-11-29" } } },
        at = "embedded.mobileprovision:/ExpirationDate",
      },
      {
        platform = "ios", as_of = "2026-11-02",
        files = { ["embedded.mobileprovision"] = { profile = { kind = "ad_hoc", expires = "2026-12-01" } } },
        at = "embedded.mobileprovision:/ExpirationDate",
      },
      {
        platform = "ios", as_of = "2026-11-30",
        files = { ["embedded.mobileprovision"] = { profile = { kind = "enterprise", expires = "2026-11-30" } } },
        at = "embedded.mobileprovision:/ExpirationDate",
      },
      {
        as_of = "2027-12-06",
        files = { ["Contents/embedded.provisionprofile"] = { profile = {
          platform = "macos", kind = "developer_id", expires = "2028-01-04",
        } } },
        at = "Contents/embedded.provisionprofile:/ExpirationDate",
      },
      {
        as_of = "2100-01-01",
        files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos", kind = "developer_id" } } },
        at = "Contents/embedded.provisionprofile:/ExpirationDate",
      },
      {
        platform = "ios", as_of = "2026-11-30",
        files = { ["embedded.mobileprovision"] = { profile = { certificates = {
          { expires = "2026-11-29" }, { expires = "2025-11-30" },
        } } } },
        at = "embedded.mobileprovision:/DeveloperCertificates",
      },
    },
  },
}
