-- The places and the texts of the stores' findings.

local function phone(given) return fixture.application { platform = "ios" }:with(given) end

-- With its entitlements and its seal, as codesign leaves it.
local signed = fixture.application {
  platform = "ios", entitlements = { ["get-task-allow"] = false }, files = { ["_CodeSignature/CodeResources"] = "{}" },
}

for key, value in pairs { DTSDKName = "iphoneos18.5", DTPlatformVersion = "18.5" } do
  test("sdk-version: an old SDK in " .. key) {
    given  = phone { info = { [key] = value } }, as_of = "2026-04-28",
    expect = { ["sdk-version"] = {
      findings = 1, key = key, message = "the SDK for iOS 18.5, and since 2026-04-28 the store requires 26.0",
    } },
  }
end

test "sdk-version: an old SDK that only the code states" {
  given  = phone { files = { App = { mach_o = { platform = "ios", sdk = "17.5" } } } }, as_of = "2026-04-27",
  expect = { ["sdk-version"] = {
    findings = 1, file = "App", message = "the SDK for iOS 17.5, and since 2025-04-24 the store requires 18.0",
  } },
}

test "capabilities-kept: each new condition" {
  given  = phone {
    info = { UIRequiredDeviceCapabilities = { arm64 = true, gps = true, nfc = false } },
    history = { { info = { CFBundleVersion = "0", UIRequiredDeviceCapabilities = { "arm64" } } } },
  },
  expect = {
    ["capabilities-kept"] = {
      findings = 2, key = { "/UIRequiredDeviceCapabilities/gps", "/UIRequiredDeviceCapabilities/nfc" },
      message = { "only on devices with 'gps', which the earlier build 1.0 (0)", "only on devices without 'nfc'" },
    },
  },
}

test "capabilities-kept: a new element of a list" {
  given  = phone {
    info = { UIRequiredDeviceCapabilities = { "arm64", "gps" } }, history = { { info = { UIRequiredDeviceCapabilities = { "arm64" } } } },
  },
  expect = { ["capabilities-kept"] = { findings = 1, key = "/UIRequiredDeviceCapabilities/1" } },
}

for name, families in pairs { iPhone = { 2 }, iPad = { 1 } } do
  test("device-families-kept: without the " .. name) {
    given  = phone { info = { UIDeviceFamily = families }, history = { { info = { UIDeviceFamily = { 1, 2 } } } } },
    expect = { ["device-families-kept"] = { findings = 1, key = "UIDeviceFamily", message = "no longer runs on " .. name } },
  }
end

test "document-configuration: one finding for all forms" {
  given  = phone { info = {
    CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } }, ["CFBundleDocumentTypes~ipad"] = { { CFBundleTypeName = "Text" } },
  } },
  expect = { ["document-configuration"] = {
    findings = 1, key = "LSSupportsOpeningDocumentsInPlace", message = "CFBundleDocumentTypes declares documents",
  } },
}

test "purpose-strings: one finding for each description" {
  given  = signed:with {
    info = { UIBackgroundModes = { "bluetooth-central", "location", "bluetooth-peripheral" } },
    entitlements = { ["com.apple.developer.healthkit"] = true, ["com.apple.developer.homekit"] = true },
  },
  expect = {
    ["purpose-strings"] = {
      findings = 5,
      key = {
        "NSBluetoothAlwaysUsageDescription", "NSLocationWhenInUseUsageDescription", "NSHealthShareUsageDescription",
        "NSHealthUpdateUsageDescription",
        "NSHomeKitUsageDescription",
      },
      message = {
        "the background mode 'bluetooth-central'", "the background mode 'location'", "the entitlement com.apple.developer.healthkit",
      },
    },
  },
}

test "listed-sdks: the place" {
  given  = phone { bundles = { ["Frameworks/SnapKit.framework"] = { info = { CFBundleIdentifier = "org.cocoapods.SnapKit" } } } },
  expect = { ["listed-sdks"] = { findings = 1, file = "PrivacyInfo.xcprivacy", message = "SnapKit is on Apple's list" } },
}

test "nested-code-signed: the places" {
  given  = signed:with {
    bundles = {
      ["Frameworks/Kit.framework"] = {},
      ["Frameworks/More.framework"] = { info = { CFBundleIdentifier = "com.example.app.more" }, entitlements = { a = true } },
    },
  },
  expect = {
    ["nested-code-signed"] = {
      findings = 2, file = { "Kit", "_CodeSignature/CodeResources" },
      message = { "not signed, but App.app around it is", "no _CodeSignature/CodeResources" },
    },
  },
}



test "sandboxed: every program" {
  given  = fixture.application {
    entitlements = { ["com.apple.security.app-sandbox"] = false },
    files = { ["Contents/MacOS/tool"] = { mach_o = {} } },
    bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Updater"] = { mach_o = {} } } } },
  },
  expect = {
    ["sandboxed"] = { findings = 3, file = { "Contents/MacOS/App", "Contents/MacOS/tool", "Versions/A/Updater" } },
  },
}

test "release-entitlements: every program" {
  given  = fixture.application {
    entitlements = { ["com.apple.security.get-task-allow"] = true },
    files = { ["Contents/MacOS/tool"] = { mach_o = { entitlements = { ["com.apple.security.get-task-allow"] = true } } } },
  },
  expect = {
    ["apple.app-store.macos/release-entitlements"] = {
      findings = 2, file = { "Contents/MacOS/App", "Contents/MacOS/tool" }, key = "/com.apple.security.get-task-allow",
    },
  },
}

test "unsealed-root: one file" {
  given  = fixture.framework { files = { LICENSE = "x" } },
  expect = { ["unsealed-root"] = { findings = 1, file = "LICENSE", message = "LICENSE is beside the framework's versions" } },
}

test "unsealed-root: several files" {
  given  = fixture.framework { files = { LICENSE = "x", NOTES = "x", ["Headers/Kit.h"] = "x" } },
  expect = { ["unsealed-root"] = { findings = 1, file = "Headers", message = "Headers and 2 other files" } },
}

test "unsealed-root: a link to another version" {
  given  = fixture.framework { files = { Headers = { link = "Versions/B/Headers" }, ["Versions/B/Headers/Kit.h"] = "x" } },
  expect = { ["unsealed-root"] = { findings = 1, file = "Headers" } },
}
