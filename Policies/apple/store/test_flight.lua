local entitlements = import "apple.code.entitlements"
local signed_again = import "apple.code.signed_again"
local profiles = import "apple.signing.profiles"

local key = "com.apple.application-identifier"
local path = "Contents/embedded.provisionprofile"

rule "test-flight-identifier" {
  summary   = "A Mac app with a provisioning profile must have its app identifier in the signature",
  severity  = "error",
  rationale = "TestFlight does not offer an app whose profile names an app identifier that is missing in the signature.",
  source    = { "ITMS-90886", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "ITMS-90886" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false, files = profiles.files },
  check     = function(bundle, report)
    local profile = profiles.of(bundle)
    local identifier = profile and profile.app_id
    for _, part in ipairs(identifier and entitlements.of(bundle) or {}) do
      if not part.problem and not (part.list and part.list[key]) then
        return report:file(bundle.executable, "%s is signed without the app identifier %s of its profile", part.code, identifier, {
          expected = "the entitlement " .. key,
          fix = ("add %s with the value %s to the entitlements, and sign again"):format(key, identifier),
          discriminator = key,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { [path] = "old" } },
      { entitlements = { [key] = "ABCDE12345.com.example.app" }, files = { [path] = { profile = { platform = "macos" } } } },
      { files = { [path] = { profile = { platform = "macos" } }, ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true }, files = { [path] = { profile = { platform = "macos" } } },
        at = "Contents/MacOS/App",
      },
      { files = { [path] = { profile = { platform = "macos" } } }, at = "Contents/MacOS/App" },
    },
  },
}

rule "test-flight-profile" {
  summary   = "A Mac app for TestFlight must have a provisioning profile",
  severity  = "warning",
  rationale = "The store accepts an app without one, but does not offer it in TestFlight.",
  source    = { "ITMS-90889", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "ITMS-90889" },
  applies   = {
    kind = "application", platform = { "macos", "catalyst" }, nested = false, files = "Contents/_CodeSignature/CodeResources",
  },
  check     = function(bundle, report)
    if not bundle.files[path] and not profiles.is_from_store(bundle) and not signed_again(bundle) then
      report:file(path, "the app has no provisioning profile, so that TestFlight cannot offer it", {
        expected = "a profile for the store", fix = "add the profile before signing, or waive this rule if you do not use TestFlight",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "archive", platform = "macos", bundles = { ["Products/Applications/App.app"] = { signed = true } } },
      { signed = true, files = { [path] = { profile = { platform = "macos" } } } },
      {
        files = {
          ["Contents/MacOS/App"] = { mach_o = { signer = "Apple Mac OS Application Signing" } },
          ["Contents/_CodeSignature/CodeResources"] = "{}",
        },
      },
    },
    fail = { { signed = true, at = path } },
  },
}
