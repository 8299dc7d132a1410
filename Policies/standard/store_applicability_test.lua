-- The bundles that each rule of the stores applies to: bundles of every kind and system with the keys and files that rules ask for. With
-- applicability_test.lua, which has the bundles of a sound app.

local kinds = { "application", "extension", "framework", "plugin" }
local app, code, linked, any = { "application" }, { "application", "extension" }, { "application", "extension", "framework" }, kinds
local mobile, mac, phones = { "ios", "tvos", "watchos", "visionos" }, { "macos", "catalyst" }, { "ios", "tvos", "visionos" }
local ios, store, mac_store = { "ios" }, "apple.app-store.ios/", "apple.app-store.macos/"

-- By rule: its kinds and platforms, the result for these bundles, and whether it applies only to outer bundles.
local scopes = {
  ["app-size"] = { app, phones, "pass", "outer" },
  ["arm64e-slices"] = { linked, ios, "pass" },
  ["asset-packs"] = { app, phones, "pass", "outer" },
  ["background-tasks"] = { app, { "ios", "tvos" }, "pass" },
  ["beta-entitlement"] = { app, phones, "pass", "outer" },
  ["calling-app"] = { app, ios, "pass", "outer" },
  ["can-be-encrypted"] = { linked, { "ios", "tvos" }, "fail" },
  ["category"] = { app, mac, "fail", "outer" },
  ["claimed-schemes"] = { app, phones, "pass" },
  ["delivery-paths"] = { app, mobile, "pass", "outer" },
  ["payload-has-one-app"] = { app, mobile, "pass", "outer" },
  ["swift-support"] = { app, mobile, "pass", "outer" },
  ["symbol-files"] = { app, mobile, "pass", "outer" },
  ["messages-support"] = { app, ios, "pass", "outer" },
  ["device-family"] = { app, mobile, "pass" },
  ["watch-capabilities"] = { code, { "watchos" }, "pass" },
  ["64-bit-only"] = { app, ios, "pass" },
  ["watch-architectures"] = { app, { "watchos" }, "pass" },
  ["vision-capabilities"] = { app, { "visionos" }, "pass" },
  ["capabilities-kept"] = { app, { "ios", "tvos" }, "pass", "outer" },
  ["device-families-kept"] = { app, ios, "pass", "outer" },
  ["disallowed-paths"] = { app, mobile, "pass", "outer" },
  ["document-configuration"] = { app, ios, "pass", "outer" },
  ["encryption-declared"] = { app, mobile, "pass", "outer" },
  ["entitlements-stated"] = { code, mobile, "fail" },
  ["shortcut-widget"] = { app, ios, "fail", "outer" },
  ["messages-store-icon"] = { app, ios, "pass", "outer" },
  ["media-device-extension"] = { app, ios, "pass", "outer" },
  ["background-assets"] = { app, phones, "pass", "outer" },
  ["system-extension-point"] = { { "extension" }, mobile, "pass" },
  ["extension-point-keys"] = { { "extension" }, mobile, "pass" },
  ["fonts-readable"] = { app, mobile, "pass", "outer" },
  ["handler-rank"] = { app, mac, "pass" },
  ["has-64-bit-code"] = { code, ios, "pass" },
  ["icon-512-2x"] = { app, mac, "fail", "outer" },
  ["icon-name"] = { app, ios, "fail", "outer" },
  ["watch-icon"] = { app, { "watchos" }, "fail" },
  ["tv-icons"] = { app, { "tvos" }, "fail", "outer" },
  ["vision-icon"] = { app, { "visionos" }, "fail", "outer" },
  ["icons-required"] = { app, ios, "fail", "outer" },
  ["ipad-orientations"] = { app, ios, "pass", "outer" },
  ["launch-screen"] = { app, ios, "pass", "outer" },
  ["icon-layers"] = { app, { "tvos", "visionos" }, "pass", "outer" },
  ["icon-background-opaque"] = { app, { "visionos" }, "pass", "outer" },
  ["no-lock-notification"] = { linked, ios, "pass" },
  ["mac-asset-catalog"] = { app, mac, "fail", "outer" },
  ["mac-executable-is-code"] = { code, mac, "pass" },
  ["mac-minimum-system"] = { code, mac, "pass" },
  ["nested-certificate"] = { any, mac, "pass" },
  ["no-object-files"] = { any, mac, "pass" },
  ["mac-purpose-strings"] = { app, mac, "pass" },
  ["marketing-icon"] = { app, ios, "pass", "outer" },
  ["messages-icon-sizes"] = { { "extension" }, ios, "pass" },
  ["minimum-system-stated"] = { linked, mobile, "pass" },
  ["no-artwork"] = { app, ios, "pass" },
  ["no-bitcode"] = { linked, mobile, "pass" },
  ["no-scripts"] = { app, mobile, "pass", "outer" },
  ["no-static-frameworks"] = { { "framework" }, mobile, "pass" },
  ["no-ui-web-view"] = { linked, ios, "pass" },
  ["no-xcframeworks"] = { app, nil, "fail", "outer" },
  ["position-independent"] = { code, mobile, "pass" },
  ["purpose-strings"] = { app, mobile, "pass" },
  ["push-environment"] = { app, phones, "pass", "outer" },
  ["no-quarantine"] = { app, mac, "pass", "outer" },
  ["readable-by-all"] = { app, mac, "pass", "outer" },
  ["no-resource-specification"] = { any, mobile, "pass" },
  ["sandboxed"] = { any, mac, "pass" },
  ["sdk-version"] = { app, mobile, "fail" },
  ["segments"] = { linked, mobile, "pass" },
  ["test-flight-identifier"] = { app, mac, "pass", "outer" },
  ["test-flight-profile"] = { app, mac, "fail", "outer" },
  ["tv-store-icon"] = { app, { "tvos" }, "pass", "outer" },
  ["top-shelf-opaque"] = { app, { "tvos" }, "pass", "outer" },
}
scopes["apple.developer-id/release-entitlements"] = { any, mac, "pass" }
-- Rules of both stores.
for name, scope in pairs {
  ["app-name"] = { app }, ["build-keys"] = { app, "outer", "fail" }, ["compliance-code"] = { app, "outer" },
  ["entitlements-match"] = { any }, ["extension-entry"] = { { "extension" } }, ["web-extension-description"] = { { "extension" } },
  ["intent-texts"] = { linked },
  ["apple-fonts"] = { app, "outer" }, ["file-names"] = { app, "outer" }, ["executable-characters"] = { linked },
  ["no-private-api"] = { any }, ["release-closed"] = { app, "outer" }, ["release-entitlements"] = { any },
  ["signature-identifier"] = { linked }, ["signed-for-the-store"] = { any }, ["store-profile"] = { code },
  ["supported-entitlements"] = { any }, ["version-keys"] = { code },
} do
  scopes[store .. name] = { scope[1], mobile, scope[3] or "pass", scope[2] }
  scopes[mac_store .. name] = { scope[1], mac, scope[3] or "pass", scope[2] }
end

-- The facts that rules ask for.
local function asking(kind, platform)
  local is_mobile = set.contains(mobile, platform)
  local folder = is_mobile and "" or kind == "framework" and "Versions/A/Resources/" or "Contents/Resources/"
  local files = {
    ["a.actionsdata"] = "{}", ["manifest.json"] = "{}", ["a.ttf"] = { font = { family = "Example" } }, ["Spare/a.appex"] = "x",
    ["a.o"] = "x",
    ["a.xcframework/a"] = "x", ["Spare/a.car"] = "x", ["Spare/embedded.mobileprovision"] = "x",
  }
  local result = {
    info = {
      CFBundleDocumentTypes = {}, CFBundleIcons = {}, CFBundleName = "App", CFBundleURLTypes = {}, ITSAppUsesNonExemptEncryption = false,
      LSApplicationLaunchProhibited = false, TVTopShelfImage = {}, UIApplicationShortcutWidget = "x", UIBackgroundModes = { "audio" },
      UIDeviceFamily = { 1, 2, 3, 4, 7 }, UIRequiredDeviceCapabilities = { "watch-companion" },
    },
    files = {}, delivery = { files = { a = "x" } },
  }
  for path, contents in pairs(files) do result.files[folder .. path] = contents end
  if kind ~= "framework" then result.files[(is_mobile and "" or "Contents/") .. "_CodeSignature/CodeResources"] = "{}" end
  return result
end

local function scoped(kind, platform)
  local expected = {}
  for rule, scope in pairs(scopes) do
    local applies = set.contains(scope[1], kind) and (not scope[2] or set.contains(scope[2], platform))
    expected[rule] = applies and scope[3] or "not-applicable"
  end
  -- A watch extension starts in another way than others.
  if kind == "extension" and platform == "watchos" then expected[store .. "extension-entry"] = "fail" end
  return expected
end

for _, platform in ipairs { "macos", "catalyst", "ios", "tvos", "watchos", "visionos" } do
  for _, kind in ipairs(kinds) do
    test("the rules of the stores for " .. kind .. " on " .. platform) {
      given = fixture[kind] { platform = platform }:with(asking(kind, platform)), expect = scoped(kind, platform),
    }
  end
  local silent = {}
  for rule, scope in pairs(scopes) do
    if scope[4] then silent[rule] = "not-applicable" end
  end
  local inner = asking("application", platform)
  inner.kind, inner.delivery = "application", nil
  test("the rules of the stores for apps that are nested on " .. platform) {
    given  = fixture.extension { platform = platform, bundles = {
      [set.contains(mobile, platform) and "Helper.app" or "Contents/Helpers/Helper.app"] = inner,
    } },
    expect = silent,
  }
  local folder = set.contains(mobile, platform) and "" or "Contents/"
  local status = set.contains(mobile, platform) and "pass" or "not-applicable"
  test("the rules of the stores for what is in an app on " .. platform) {
    given  = fixture.application {
      platform = platform, delivery = { files = { a = "x" } },
      bundles = { [folder .. "Frameworks/Kit.framework"] = {}, [folder .. "PlugIns/Share.appex"] = {} },
    },
    expect = { ["listed-sdks-signed"] = status, ["extension-identifier"] = status },
  }
end

local about_app_extensions = {
  ["extension-display-name"] = "not-applicable", [store .. "extension-entry"] = "not-applicable",
  ["extension-identifier"] = "not-applicable", ["system-extension-point"] = "not-applicable",
  [store .. "web-extension-description"] = "not-applicable",
}

test "the rules of the stores for app extensions, beside a service" {
  given  = fixture.application { platform = "ios", bundles = { ["XPCServices/Work.xpc"] = { files = { ["manifest.json"] = "{}" } } } },
  expect = about_app_extensions,
}

test "the rules of the stores for app extensions, beside a property list with the name of one" {
  given  = fixture.plist { name = "Share.appex", info = {
    CFBundleSupportedPlatforms = { "iPhoneOS" }, NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services" },
  } },
  expect = about_app_extensions,
}

test "a rule of the store for nested extensions, beside one that is not nested" {
  given  = fixture.extension { platform = "ios" }, expect = { ["extension-identifier"] = "not-applicable" },
}

test "a rule of the Mac App Store for app extensions, beside a service" {
  given  = fixture.application { bundles = { ["Contents/XPCServices/Work.xpc"] = {
    files = { ["Contents/Resources/manifest.json"] = "{}" },
  } } },
  expect = { [mac_store .. "extension-entry"] = "not-applicable", [mac_store .. "web-extension-description"] = "not-applicable" },
}

test "rules about an .ipa, beside an app in another archive" {
  given  = fixture.application {
    platform = "ios", info = { LSApplicationLaunchProhibited = false }, delivery = { kind = "archive", files = { a = "x" } },
  },
  expect = {
    ["delivery-paths"] = "not-applicable", ["payload-has-one-app"] = "not-applicable", ["swift-support"] = "not-applicable",
    ["symbol-files"] = "not-applicable", ["messages-support"] = "not-applicable",
  },
}

for name, given in pairs {
  ["an app"] = fixture.application { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = {} } },
  ["an app in an app for tvOS"] = fixture.application { platform = "tvos", bundles = { ["AppClips/A.app"] = {} } },
} do
  test("a rule about App Clips, beside " .. name) { given = given, expect = { ["app-clip-system"] = "not-applicable" } }
end

test "the rules of the store for code, beside a bare property list" {
  given  = fixture.plist { info = { CFBundleSupportedPlatforms = { "iPhoneOS" } } },
  expect = {
    ["no-resource-specification"] = "not-applicable", ["no-stray-executables"] = "not-applicable",
    [store .. "no-private-api"] = "not-applicable", [store .. "signed-for-the-store"] = "not-applicable",
    [store .. "supported-entitlements"] = "not-applicable",
  },
}

for name, given in pairs {
  ["a bare property list"] = fixture.plist { info = { CFBundleSupportedPlatforms = { "MacOSX" } } },
  ["an app for iOS"] = fixture.application { platform = "ios", bundles = { ["Frameworks/A.framework"] = {} } },
} do
  test("a rule about nested code of Mac apps, beside " .. name) { given = given, expect = { ["nested-certificate"] = "not-applicable" } }
end
