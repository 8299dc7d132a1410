-- The places and the texts of findings about provisioning profiles.

local path, mac_path = "embedded.mobileprovision", "Contents/embedded.provisionprofile"

local function phone(profile, given)
  return fixture.application { platform = "ios", files = { [path] = { profile = profile } } }:with(given or {})
end

test "profile-current: an expired profile" {
  given  = phone { name = "Shop", expires = "2026-01-09" }, as_of = "2026-11-30",
  expect = {
    ["profile-current"] = { findings = 1, file = path, key = "/ExpirationDate", message = "the profile 'Shop' expired on 2026-01-09" },
  },
}

test "profile-current: a profile that ends soon" {
  given  = phone { name = "Shop", kind = "ad_hoc", expires = "2026-12-09" }, as_of = "2026-11-30",
  expect = { ["profile-current"] = {
    findings = 1, file = path, key = "/ExpirationDate", message = "the profile 'Shop' expires on 2026-12-09",
  } },
}

test "profile-current: expired certificates" {
  given  = phone { name = "Shop", certificates = { { expires = "2026-01-09" } } }, as_of = "2026-11-30",
  expect = {
    ["profile-current"] = { findings = 1, key = "/DeveloperCertificates", message = "all certificates of the profile 'Shop' have expired" },
  },
}

test "profile-certificate: one finding for all architectures"  {
  given  = fixture.application {
    files = {
      ["Contents/MacOS/App"] = { mach_o = { architectures = { "arm64", "x86_64" }, signer = "Developer ID Application: A" } },
      [mac_path] = { profile = { platform = "macos", name = "Shop", kind = "developer_id" } },
    },
  },
  expect = {
    ["profile-certificate"] = {
      findings = 1, file = "Contents/MacOS/App",
      message = "the code is signed with 'Developer ID Application: A', which is not a certificate of the profile 'Shop'",
    },
  },
}

test "profile-certificate: nothing is known of a damaged signature" {
  given  = phone({}, { files = { App = { base64 = "z/rt/gcAAAE=" } } }),
  expect = { ["profile-certificate"] = "pass" },
}

test "profile-current: an app from the store" {
  given  = phone({ expires = "2026-01-09" }, { files = { App = { mach_o = {
    platform = "ios", signer = "Apple iPhone OS Application Signing",
  } } } }),
  as_of = "2026-11-30", expect = { ["profile-current"] = "pass", ["apple.app-store.ios/store-profile"] = "pass" },
}

test "profile-readable: a profile that was changed" {
  given  = phone { name = "Shop", is_intact = false },
  expect = { ["profile-readable"] = { findings = 1, file = path, message = "the profile 'Shop' was changed after it was signed" } },
}

test "profile-readable: a damaged profile is reported once" {
  given  = fixture.application {
    platform = "ios", files = { [path] = "old" }, entitlements = { ["application-identifier"] = "ABCDE12345.com.example.other" },
  },
  expect = {
    ["profile-readable"] = { findings = 1, file = path, message = "cannot be read: byte 0: the profile starts with 0x6F" },
    ["profile-current"] = "pass", ["profile-entitlements"] = "pass", ["profile-identifier"] = "pass",
    ["apple.app-store.ios/store-profile"] = "pass",
  },
}

test "profile-identifier: the profile of another app" {
  given  = phone { name = "Shop", app_id = "ABCDE12345.com.example.shop" },
  expect = {
    ["profile-identifier"] = {
      findings = 1, key = "CFBundleIdentifier", message = "the profile 'Shop' is for 'com.example.shop', not for 'com.example.app'",
    },
  },
}

test "profile-entitlements: what the profile lacks, and what it does not allow" {
  given  = phone({ name = "Shop", entitlements = { ["aps-environment"] = "production" } }, {
    entitlements = { ["aps-environment"] = "development", ["com.apple.developer.siri"] = true, ["get-task-allow"] = true },
  }),
  expect = {
    ["profile-entitlements"] = {
      findings = 3, file = "App", key = { "/aps-environment", "/com.apple.developer.siri", "/get-task-allow" },
      message = {
        "does not allow aps-environment to be 'development'", "does not allow the entitlement com.apple.developer.siri",
        "does not allow get-task-allow to be 'true'",
      },
    },
  },
}

test "profile-entitlements: a list in which one value is not allowed" {
  given  = phone({}, { entitlements = { ["keychain-access-groups"] = { "ABCDE12345.a", "other", "more" } } }),
  expect = { ["profile-entitlements"] = { findings = 1, key = "/keychain-access-groups", message = "to be 'other'" } },
}

test "profile-entitlements: code of which nothing is known" {
  given  = phone({ entitlements = { a = true } }, { files = { App = { base64 = "z/rt/gcAAAE=" } } }),
  expect = { ["profile-entitlements"] = "pass", ["apple.app-store.ios/store-profile"] = "pass", ["beta-entitlement"] = "pass" },
}

test "profile-team: an extension of another team" {
  given  = phone({ name = "Shop" }, { bundles = { ["PlugIns/Share.appex"] = { files = { [path] = { profile = {
    name = "Share", team = "ZZZZZ99999",
  } } } } } }),
  expect = {
    ["profile-team"] = {
      findings = 1, file = path, key = "/TeamIdentifier",
      message = "the profile 'Share' has the team ZZZZZ99999, but that of App.app has ABCDE12345",
    },
  },
}

test "profile-team: not on the Mac" {
  given  = fixture.application {
    files = { [mac_path] = { profile = { platform = "macos" } } },
    bundles = { ["Contents/PlugIns/Share.appex"] = { files = { [mac_path] = { profile = { platform = "macos", team = "ZZZZZ99999" } } } } },
  },
  expect = { ["profile-team"] = "not-applicable" },
}

for kind, purpose in pairs { development = "development", ad_hoc = "ad hoc distribution", enterprise = "in-house distribution" } do
  test("store-profile: a profile of the kind " .. kind) {
    given  = phone { name = "Shop", kind = kind },
    expect = { ["apple.app-store.ios/store-profile"] = { findings = 1, file = path, message = "the profile 'Shop' is for " .. purpose } },
  }
end

test "store-profile: a profile for Developer ID" {
  given  = fixture.application { files = { [mac_path] = { profile = { platform = "macos", kind = "developer_id" } } } },
  expect = { ["apple.app-store.macos/store-profile"] = { findings = 1, file = mac_path, message = "is for Developer ID" } },
}

test "store-profile: an extension without a profile" {
  given  = phone({}, { bundles = { ["PlugIns/Share.appex"] = { entitlements = {
    ["application-identifier"] = "ABCDE12345.com.example.app.share",
  } } } }),
  expect = { ["apple.app-store.ios/store-profile"] = { findings = 1, file = path, message = "the app has no provisioning profile" } },
}

test "beta-entitlement: the place" {
  given  = phone({}, { entitlements = { ["get-task-allow"] = false } }),
  expect = { ["beta-entitlement"] = { findings = 1, file = "App", message = "signed without beta-reports-active" } },
}
