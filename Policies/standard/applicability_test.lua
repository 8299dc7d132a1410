-- The bundles that each rule applies to: for a sound bundle with the keys and files that rules ask for, each rule passes or does not
-- apply, as the table lists.

local mac, mobile, code = { "macos", "catalyst" }, { "ios", "tvos", "watchos", "visionos" }, { "application", "extension" }

-- By rule: its kinds and platforms; without platforms, all of them.
local scopes = {
  -- Code.
  ["builds-stated"] = { { "application", "extension", "framework", "plugin" } },
  ["code-is-readable"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["code-runs-on-minimum-system"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["embedded-info-agrees"] = { { "application", "extension", "framework", "plugin" } },
  ["helper-architectures"] = { {} },
  ["mac-code-runs-on-minimum-system"] = { { "application", "extension", "framework", "plugin", "plist" }, mac },
  ["nested-code-signed"] = { {} },
  ["run-paths-in-bundle"] = { { "application", "extension", "framework", "plugin" } },
  ["run-paths-order"] = { code, { "macos" } },
  ["signed-as-bundle"] = { { "application", "extension", "framework", "plugin" } },
  ["unsealed-root"] = { { "framework" }, mac },
  -- Icons.
  ["artwork-form"] = { { "application" }, { "ios" } },
  ["icons-are-png"] = { { "application" }, { "ios" } },
  ["one-icon-way"] = { { "application" }, { "ios" } },
  ["icon-catalog"] = { { "application" } },
  ["launch-image-sizes"] = { { "application" }, { "ios" } },
  ["recommended-icon-sizes"] = { { "application" }, { "ios" } },
  -- Identity.
  ["class-names"] = { { "application", "extension", "plugin" } },
  ["executable"] = { { "application", "extension", "framework", "plugin" } },
  ["executable-may-run"] = { code },
  ["identifier-prefix"] = { {} },
  ["mac-interface-files"] = { { "application" }, mac },
  ["mac-nested-identifiers"] = { { "application", "extension", "framework", "plugin", "plist" }, mac },
  ["main-executable-name"] = { { "application", "plugin" } },
  ["executable-type"] = { { "application", "extension", "framework", "plugin" } },
  ["scripting-definition"] = { { "application" }, mac },
  ["watch-app"] = { { "application" }, { "watchos" } },
  -- Layout.
  ["contents-on-macos"] = { code, mac },
  ["activation-rule-form"] = { { "extension" } },
  ["companion-identifier"] = { {} },
  ["nested-platform"] = { {} },
  ["flat-on-ios"] = { { "application", "extension", "framework" }, mobile },
  ["info-plist-place"] = { { "framework" } },
  ["no-resources-folder"] = { code, mobile },
  ["files-are-whole"] = { { "application", "extension", "framework", "plugin" } },
  ["package-type"] = { { "application", "extension", "framework" } },
  ["pkg-info"] = { { "application" } },
  ["plug-ins-hold-bundles"] = { { "application" }, mac },
  ["architectures-covered"] = { {} },
  ["core-data-models"] = { { "application", "extension", "framework", "plugin" } },
  ["no-build-inputs"] = { code },
  ["only-programs-in-macos"] = { { "application", "extension", "plugin" }, mac },
  ["contents-match-extension"] = { { "application", "extension", "framework", "plugin" } },
  ["property-lists-parse"] = { { "application", "extension", "framework", "plugin" } },
  -- Types of keys.
  ["icons-dictionary"] = { code, { "ios", "tvos" } },
  ["scene-configurations"] = { { "application" }, { "ios", "tvos", "visionos", "catalyst" } },
  ["bundle-name-length"] = { { "application", "plist" } },
  ["package-type-length"] = { { "plugin", "plist" } },
  -- Languages.
  ["info-localized"] = { { "application" } },
  ["languages-agree"] = { { "application" } },
  ["localizations-place"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["localized-keys-exist"] = { code },
  ["names-together"] = { { "application" } },
  ["region-files"] = { { "application" } },
  ["region-has-language"] = { { "application" } },
  ["same-files"] = { { "application" } },
  ["same-keys"] = { code },
  ["plural-rules"] = { { "application", "extension", "framework", "plugin" } },
  ["strings-format"] = { code },
  ["strings-name"] = { code },
  ["tables-parse"] = { { "application", "extension", "framework", "plugin" } },
  ["strings-parse"] = { { "application", "extension", "framework", "plugin" } },
  ["tables-agree"] = { { "application" } },
  -- Privacy.
  ["location-descriptions"] = { { "application" }, { "ios" } },
  ["privacy-manifest-place"] = { { "application", "extension", "framework", "plugin" } },
  ["transport-security"] = { code },
  ["usage-descriptions"] = { code },
  -- Required keys.
  ["application-keys"] = { { "application" } },
  ["considered-mac-keys"] = { { "application" }, { "macos" } },
  ["development-region"] = { code },
  ["documented-ios-icons"] = { { "application" }, { "ios" } },
  ["documented-ios-keys"] = { { "application" }, { "ios" } },
  ["documented-mac-keys"] = { { "application" }, { "macos" } },
  ["extension-keys"] = { { "extension" } },
  ["framework-keys"] = { { "framework" }, mobile },
  ["mac-application-keys"] = { { "application" }, mac },
  ["framework-links"] = { {} },
  ["mac-framework-keys"] = { { "framework" }, mac },
  ["main-interface"] = { { "application" }, { "macos", "ios" } },
  ["mobile-application-keys"] = { { "application" }, mobile },
  ["plugin-keys"] = { { "plugin" } },
  ["requires-iphone-os"] = { { "application" }, { "ios" } },
  -- Signing.
  ["profile-certificate"] = { code },
  ["profile-current"] = { code },
  ["profile-entitlements"] = { code },
  ["profile-identifier"] = { code },
  ["profile-readable"] = { code },
  ["profile-team"] = { {} },
  -- Versions.
  ["build-always-increases"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["build-increases"] = { { "application", "extension", "framework", "plugin", "plist" }, mac },
  ["build-increases-within-release"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["development-suffix"] = { { "application", "extension", "plist" }, mac },
  -- The stores.
  ["beta-entitlement"] = { { "application" }, { "ios", "tvos", "visionos" } },
  ["apple.app-store.ios/store-profile"] = { code, mobile },
  ["apple.app-store.macos/store-profile"] = { code, mac },
  ["background-tasks"] = { { "application" }, { "ios", "tvos" } },
  ["capabilities-kept"] = { { "application" }, { "ios", "tvos" } },
  ["category"] = { { "application" }, mac },
  ["device-families-kept"] = { { "application" }, { "ios" } },
  ["device-family"] = { { "application" }, mobile },
  ["document-configuration"] = { { "application" }, { "ios" } },
  ["encryption-declared"] = { { "application" }, mobile },
  ["extension-display-name"] = { { "extension" } },
  ["apple.app-store.ios/entitlements-match"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["apple.app-store.macos/entitlements-match"] = { { "application", "extension", "framework", "plugin", "plist" }, mac },
  ["icon-512-2x"] = { { "application" }, mac },
  ["icon-name"] = { { "application" }, { "ios" } },
  ["icons-required"] = { { "application" }, { "ios" } },
  ["ipad-orientations"] = { { "application" }, { "ios" } },
  ["launch-screen"] = { { "application" }, { "ios" } },
  ["listed-sdks"] = { { "framework" }, mobile },
  ["minimum-system-stated"] = { { "application", "extension", "framework" }, mobile },
  ["no-artwork"] = { { "application" }, { "ios" } },
  ["no-executable-in-resources"] = { {} },
  ["no-scripts"] = { { "application" }, mobile },
  ["no-stray-executables"] = { { "application", "extension", "framework" }, mobile },
  ["purpose-strings"] = { { "application" }, mobile },
  ["sandboxed"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["sdk-version"] = { { "application" }, mobile },
  ["apple.app-store.ios/release-entitlements"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["apple.app-store.macos/release-entitlements"] = { { "application", "extension", "framework", "plugin", "plist" }, mac },
  ["apple.app-store.ios/version-keys"] = { code, mobile },
  ["apple.app-store.macos/version-keys"] = { code, mac },
  -- The stores: code, names, entitlements and what is beside the app.
  ["64-bit-only"] = { { "application" }, { "ios" } },
  ["apple.app-store.ios/app-name"] = { { "application" }, mobile },
  ["apple.app-store.ios/build-keys"] = { { "application" }, mobile },
  ["apple.app-store.ios/entitlement-values"] = { code, mobile },
  ["apple.app-store.ios/executable-characters"] = { { "application", "extension", "framework" }, mobile },
  ["apple.app-store.ios/file-names"] = { { "application" }, mobile },
  ["apple.app-store.ios/no-private-api"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["apple.app-store.ios/release-closed"] = { { "application" }, mobile },
  ["apple.app-store.ios/signature-identifier"] = { { "application", "extension", "framework" }, mobile },
  ["apple.app-store.ios/signed-for-the-store"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["apple.app-store.ios/supported-entitlements"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["apple.app-store.macos/app-name"] = { { "application" }, mac },
  ["apple.app-store.macos/build-keys"] = { { "application" }, mac },
  ["apple.app-store.macos/entitlement-values"] = { code, mac },
  ["apple.app-store.macos/executable-characters"] = { { "application", "extension", "framework" }, mac },
  ["apple.app-store.macos/file-names"] = { { "application" }, mac },
  ["apple.app-store.macos/no-private-api"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["apple.app-store.macos/release-closed"] = { { "application" }, mac },
  ["apple.app-store.macos/signature-identifier"] = { { "application", "extension", "framework" }, mac },
  ["apple.app-store.macos/signed-for-the-store"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["apple.app-store.macos/supported-entitlements"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["app-size"] = { { "application" }, { "ios", "tvos", "visionos" } },
  ["carplay-entitlement"] = { { "application" }, { "ios" } },
  ["extension-sandboxed"] = { { "extension" }, mac },
  ["formats-agree"] = { { "application", "extension", "framework", "plugin" } },
  ["icon-background-opaque"] = { { "application" }, { "visionos" } },
  ["icon-layers"] = { { "application" }, { "tvos", "visionos" } },
  ["info-plist-exists"] = { { "application", "extension", "framework", "plugin" } },
  ["listed-sdks-linked"] = { { "application" }, mobile },
  ["messages-icon-sizes"] = { { "extension" }, { "ios" } },
  ["network-extension-entitlement"] = { { "extension" } },
  ["run-paths-once"] = { { "application", "extension", "framework", "plugin" } },
  ["safari-extension-files"] = { { "extension" }, { "macos" } },
  ["asset-packs"] = { { "application" }, { "ios", "tvos", "visionos" } },
  ["boolean-types"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["calling-app"] = { { "application" }, { "ios" } },
  ["concurrency-library"] = { { "application", "extension", "framework" } },
  ["der-entitlements"] = { code, mobile },
  ["disallowed-paths"] = { { "application" }, mobile },
  ["linked-libraries-are-dynamic"] = { { "application", "extension", "framework", "plugin" } },
  ["mac-asset-catalog"] = { { "application" }, mac },
  ["mac-framework-identifier"] = { { "framework" }, mac },
  ["mac-minimum-system"] = { code, mac },
  ["mac-purpose-strings"] = { { "application" }, mac },
  ["main-files-are-regular"] = { { "application", "extension", "plugin" } },
  ["no-bitcode"] = { { "application", "extension", "framework" }, mobile },
  ["no-detritus"] = { { "application", "extension", "framework", "plugin" } },
  ["no-lock-notification"] = { { "application", "extension", "framework" }, { "ios" } },
  ["no-quarantine"] = { { "application" }, mac },
  ["no-static-frameworks"] = { { "framework" }, mobile },
  ["no-ui-web-view"] = { { "application", "extension", "framework" }, { "ios" } },
  ["notarizable-sdk"] = { { "application", "extension", "framework", "plugin" }, { "macos" } },
  ["position-independent"] = { code, mobile },
  ["profile-present"] = { code, mac },
  ["compose-frame-duration"] = { { "application" }, { "ios" } },
  ["react-native-script"] = { { "application" }, { "ios" } },
  ["code-unchanged"] = { { "application", "extension", "framework", "plugin" } },
  ["signature-covers"] = { { "application", "extension", "framework", "plugin" } },
  ["signed-by-one-team"] = { { "application", "extension", "framework", "plugin" }, mobile },
  ["required-reasons-declared"] = { { "application", "extension", "framework" }, mobile },
  ["push-environment"] = { { "application" }, { "ios", "tvos", "visionos" } },
  ["readable-by-all"] = { { "application" }, mac },
  ["secure-timestamp"] = { { "application", "extension", "framework", "plugin" }, mac },
  ["segments"] = { { "application", "extension", "framework" }, mobile },
  ["strong-hashes"] = { { "application", "extension", "framework", "plugin" }, mac },
}

local function scoped(kind, platform)
  local expected = {}
  for rule, scope in pairs(scopes) do
    local applies = set.contains(scope[1], kind) and (not scope[2] or set.contains(scope[2], platform))
    expected[rule] = applies and "pass" or "not-applicable"
  end
  -- The store accepts no code in a folder of resources.
  if kind == "plugin" and set.contains(mobile, platform) then expected["no-stray-executables"] = "fail" end
  return expected
end

-- Entitlements that rules ask for, and that claim nothing.
local claims = { ["com.apple.developer.associated-domains"] = { ["$array"] = true } }
local mac_claims = { ["com.apple.security.app-sandbox"] = true }
for key, value in pairs(claims) do mac_claims[key] = value end

-- Rules of strict and of the stores that a sound app does not meet.
local complete = {
  macos = {
    entitlements = mac_claims,
    info = {
      CFBundleDisplayName = "App", CFBundleIconFile = "App", CFBundleSignature = "????",
      CFBundleIconName = "App", DTPlatformName = "macosx", DTPlatformVersion = "26.0", DTSDKName = "macosx26.0", DTXcode = "2600",
      DTXcodeBuild = "17A324", LSApplicationCategoryType = "public.app-category.music",
      NSHumanReadableCopyright = "© 2026 Example", NSPrincipalClass = "NSApplication",
    },
    files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic10" } } }, ["Contents/Resources/Assets.car"] = {
      catalog = { assets = { { name = "App", kind = "icon" } } },
    } },
  },
  ios = {
    info = {
      CFBundleDisplayName = "App", CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60", "AppIcon76x76" },
      DTPlatformName = "iphoneos", DTPlatformVersion = "99.0", DTSDKName = "iphoneos99.0", DTXcode = "9900", DTXcodeBuild = "99A1",
      ITSAppUsesNonExemptEncryption = false, UIApplicationSceneManifest = { UISceneConfigurations = {} },
      UIRequiredDeviceCapabilities = { "arm64" },
    },
    files = {
      ["Assets.car"] = { catalog = { assets = { {
        name = "AppIcon", kind = "icon", images = { { width = 1024, idiom = "marketing" } },
      } } } },
      ["AppIcon60x60@2x.png"] = { png = { width = 120 } }, ["AppIcon76x76@2x~ipad.png"] = { png = { width = 152 } },
      App = { mach_o = { platform = "ios", sdk = "99.0", entitlements = claims } },
    },
  },
}
complete.catalyst = complete.macos
for platform, name in pairs { tvos = "appletvos", watchos = "watchos", visionos = "xros" } do
  complete[platform] = {
    info = {
      DTPlatformName = name, DTPlatformVersion = "99.0", DTSDKName = name .. "99.0", DTXcode = "9900", DTXcodeBuild = "99A1",
      ITSAppUsesNonExemptEncryption = false,
    },
    files = { App = { mach_o = { platform = platform, sdk = "99.0", entitlements = claims } } },
  }
end

-- Keys and files that rules ask for, with nothing in them to report.
local function asked_for(kind, platform)
  local is_mobile = set.contains(mobile, platform)
  local folder = is_mobile and "" or kind == "framework" and "Versions/A/Resources/" or "Contents/Resources/"
  local files = {
    ["Spare/en.lproj/Spare.strings"] = '"a" = "b";', ["Spare/en.lproj/Spare.stringsdict"] = "<plist><dict/></plist>",
    ["Spare/en.lproj/InfoPlist.strings"] = "",
    ["Spare/Model.momd/VersionInfo.plist"] = "<plist><dict/></plist>", ["Spare/PrivacyInfo.xcprivacy"] = "<plist><dict/></plist>",
    ["Spare/PkgInfo"] = "APPL????", ["Spare/embedded.mobileprovision"] = "x",
  }
  local result = {
    info = {
      CFBundleDevelopmentRegion = "en", CFBundleDocumentTypes = { ["$array"] = true }, ["CFBundleIcons~ipad"] = {}, CFBundleName = "App",
      CFBundleVersion = "2", LSSupportsOpeningDocumentsInPlace = true, NSAppTransportSecurity = {},
      NSLocationAlwaysAndWhenInUseUsageDescription = "To show the way.", NSLocationWhenInUseUsageDescription = "To show the way.",
      NSPrincipalClass = "NSApplication", UIApplicationSceneManifest = { UISceneConfigurations = {} }, UIBackgroundModes = { "audio" },
    },
    files = {},
  }
  for path, contents in pairs(files) do result.files[folder .. path] = contents end
  if kind == "application" and is_mobile then
    result.files["iTunesArtwork.txt"] = "x"
  elseif kind == "application" then
    result.info.NSMainStoryboardFile, result.info.OSAScriptingDefinition = "Main", "App.sdef"
    result.files["Contents/PlugIns/Spare.txt"] = "x"
    result.files["Contents/Resources/App.sdef"] = "<?xml version=\"1.0\"?><dictionary/>"
    result.files["Contents/Resources/Main.storyboardc/Info.plist"] = "<plist><dict/></plist>"
  elseif kind == "extension" then
    result.info.NSExtension = {
      NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "Handler",
      NSExtensionAttributes = { NSExtensionActivationRule = { NSExtensionActivationSupportsText = true } },
    }
  end
  return result
end

for _, platform in ipairs { "macos", "catalyst", "ios", "tvos", "watchos", "visionos" } do
  -- Rules tell platforms apart for apps and frameworks; for the other kinds, two are enough.
  local is_usual = platform == "macos" or platform == "ios"
  for _, kind in ipairs(is_usual and { "application", "extension", "framework", "plugin" } or { "application", "framework" }) do
    local history = { { info = { CFBundleVersion = "0" } } }
    test("the rules for " .. kind .. " on " .. platform) {
      given  = fixture[kind] { platform = platform, history = history }:with(asked_for(kind, platform)):with(
        kind == "application" and complete[platform] or kind == "extension" and {
          info = { CFBundleDisplayName = "Share" }, files = set.contains(mobile, platform) and { Share = { mach_o = {
            platform = platform, identifier = "com.example.app.share", entitlements = claims,
          } } } or { ["Contents/MacOS/Share"] = { mach_o = { identifier = "com.example.app.share", entitlements = mac_claims } } },
        } or {}
      ),
      expect = scoped(kind, platform),
    }
  end
end

test "the rules for bare property lists" {
  given  = fixture.plist {
    info = {
      CFBundleExecutable = "App", CFBundleIdentifier = "com.example.app", CFBundleName = "App", CFBundlePackageType = "APPL",
      CFBundleVersion = "2",
      LSMinimumSystemVersion = "13.0",
    },
    history = { { info = { CFBundleVersion = "1" } } },
  },
  expect = scoped("plist", "macos"),
}

-- Rules of strict and of the stores that apply only to the outer app, not to nested ones.
local function pass(rules)
  local expected = {}
  for _, rule in ipairs(rules) do expected[rule] = "pass" end
  return expected
end

test "rules for the outer app on ios" {
  given  = fixture.application { platform = "ios" }:with(complete.ios):with(asked_for("application", "ios")):with {
    bundles = {
      ["AppClips/Clip.app"] = {
        info = { CFBundleIcons = {}, CFBundleIconFiles = { "Icon" }, CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } } },
        without = { "UIApplicationSceneManifest", "UILaunchScreen", "UISupportedInterfaceOrientations" },
        files = { iTunesArtwork = "x", ["Default.png"] = { png = { width = 9 } }, ["Icon.png"] = { png = { width = 57 } } },
        localizations = { en = {}, fr = {} },
      },
    },
  },
  expect = pass {
    "artwork-form", "document-configuration", "documented-ios-icons", "documented-ios-keys", "encryption-declared", "icon-name",
    "icons-required",
    "info-localized", "ipad-orientations", "launch-image-sizes", "launch-screen", "main-interface", "one-icon-way",
    "recommended-icon-sizes",
  },
}

test "what an update must keep on ios belongs to the outer app" {
  given  = fixture.application {
    platform = "ios", info = { UIRequiredDeviceCapabilities = { "arm64" } },
    bundles = { ["AppClips/Clip.app"] = { info = { UIRequiredDeviceCapabilities = { "gps" }, UIDeviceFamily = { 1 } } } },
    history = { {
      info = { UIRequiredDeviceCapabilities = { "arm64" } },
      bundles = { ["AppClips/Clip.app"] = { info = { UIRequiredDeviceCapabilities = { "arm64" }, UIDeviceFamily = { 1, 2 } } } },
    } },
  },
  expect = pass { "capabilities-kept", "device-families-kept" },
}

test "rules for the outer app on macos" {
  given  = fixture.application(complete.macos):with { bundles = { ["Contents/Helpers/Helper.app"] = {
    without = "LSMinimumSystemVersion",
  } } },
  expect = pass { "category", "considered-mac-keys", "documented-mac-keys", "icon-512-2x", "main-interface" },
}

-- Versions of bundles by other vendors do not change.
for _, platform in ipairs { "macos", "ios" } do
  local frameworks = platform == "macos" and "Contents/Frameworks/" or "Frameworks/"
  test("build numbers and releases belong to the outer bundle on " .. platform) {
    given  = fixture.application {
      platform = platform, info = { CFBundleVersion = "2" }, history = { { info = { CFBundleVersion = "1" } } },
      bundles = { [frameworks .. "Kit.framework"] = {} },
    },
    expect = pass(platform == "macos" and { "build-increases" } or { "build-always-increases", "build-increases-within-release" }),
  }
end

for _, platform in ipairs { "macos", "catalyst", "ios", "tvos", "watchos", "visionos" } do
  local is_mobile = set.contains(mobile, platform)
  local folder = is_mobile and "" or "Contents/Resources/"
  test("the rules for nested resource bundles on " .. platform) {
    given  = fixture.application { platform = platform, bundles = { [folder .. "Art.bundle"] = {} } },
    expect = { ["no-executable-in-resources"] = is_mobile and "pass" or "not-applicable" },
  }
end

test "the rules for nested code" {
  given  = fixture.application { platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } } },
  expect = pass { "companion-identifier", "nested-platform" },
}

test "the rules for nested code do not apply to resource bundles" {
  given  = fixture.application { platform = "ios", bundles = { ["Art.bundle"] = { platform = "macos" } } },
  expect = { ["companion-identifier"] = "not-applicable", ["nested-platform"] = "not-applicable" },
}

test "the rules about the code of frameworks, and of helpers on the Mac, do not apply to nested extensions of iOS" {
  given  = fixture.application { platform = "ios", bundles = { ["PlugIns/Share.appex"] = {} } },
  expect = { ["architectures-covered"] = "not-applicable", ["helper-architectures"] = "not-applicable" },
}

-- Mac apps must be signed for the notary service, which the bundles above are not.
for name, bundle in pairs {
  ["an iOS app"] = fixture.application { platform = "ios" },
  ["a property list"] = fixture.plist { info = { CFBundlePackageType = "APPL", LSMinimumSystemVersion = "13.0" } },
} do
  test("the rules for notarization do not apply to " .. name) {
    given = bundle, expect = { ["hardened-runtime"] = "not-applicable", ["signed-by-developer"] = "not-applicable" },
  }
end

test "the rules for nested resource bundles do not apply to code" {
  given  = fixture.application { platform = "ios", bundles = { ["PlugIns/Share.appex"] = {} } },
  expect = { ["no-executable-in-resources"] = "not-applicable" },
}

-- Requirements of the store since a certain system do not apply to apps for older systems.
for system, rules in pairs {
  ["10.3"] = { "icon-name" }, ["8.4"] = { "icon-name", "ipad-orientations", "launch-screen" },
  ["6.1"] = { "icon-name", "icons-required", "ipad-orientations", "launch-screen" },
} do
  local expected = {}
  for _, rule in ipairs { "icon-name", "icons-required", "ipad-orientations", "launch-screen" } do
    expected[rule] = set.contains(rules, rule) and "not-applicable" or "pass"
  end
  test("rules for apps since ios " .. system .. " on") {
    given  = fixture.application { platform = "ios" }:with(complete.ios):with { info = {
      DTPlatformVersion = system, MinimumOSVersion = system, UILaunchStoryboardName = "Launch",
    } },
    expect = expected,
  }
end

-- The system from which on each rule applies.
for rule, systems in pairs { ["one-icon-way"] = { "4.3", "5.0" }, ["recommended-icon-sizes"] = { "6.1", "7.0" } } do
  for index, status in ipairs { "not-applicable", "pass" } do
    test(rule .. " on ios " .. systems[index]) {
      given  = fixture.application { platform = "ios", info = { MinimumOSVersion = systems[index], CFBundleIconFiles = { "Icon" } } },
      expect = { [rule] = status },
    }
  end
end

-- The rules for old systems, by platform: the first system to which each no longer applies.
local old = {
  ios = {
    ["document-icon-sizes"] = "11.0", ["home-screen-icons"] = "7.0", ["icon-keys"] = "5.0", ["launch-image"] = "8.0",
    ["launch-image-names"] = "8.0", ["newsstand-icon"] = "9.0", ["no-nested-code"] = "8.0", ["prerendered-icon"] = "7.0",
  },
  macos = { ["document-types-of-old-macs"] = "10.5", ["icon-file-of-old-macs"] = "10.13" },
}

-- The keys and files of an app for a system that these rules ask for.
local function since(system)
  return {
    info = {
      MinimumOSVersion = system, LSMinimumSystemVersion = system, CFBundleDocumentTypes = { ["$array"] = true },
      CFBundleIconName = "Icon", UINewsstandApp = false, UIPrerenderedIcon = false,
    },
    files = { ["Default.png"] = "x" },
  }
end

for platform, rules in pairs(old) do
  local silent = {}
  for rule in pairs(rules) do silent[rule] = "not-applicable" end
  local ancient = since "3.0"
  test("the rules for old apps do not apply to frameworks on " .. platform) {
    given = fixture.framework { platform = platform }:with(ancient), expect = silent,
  }
  local other = platform == "ios" and "macos" or "ios"
  test("the rules for old apps on " .. platform .. " do not apply to " .. other) {
    given = fixture.application { platform = other }:with(ancient), expect = silent,
  }
  for rule, system in pairs(rules) do
    test(rule .. " does not apply to " .. platform .. " " .. system) {
      given  = fixture.application { platform = platform }:with(since(system)),
      expect = { [rule] = "not-applicable" },
    }
  end
  if platform == "ios" then
    test "the rules for old apps do not apply to nested apps" {
      given = fixture.application { platform = "ios", bundles = { ["AppClips/Clip.app"] = ancient } }, expect = silent,
    }
  end
end

test "a script in a nested bundle is reported once" {
  given  = fixture.application { platform = "ios", bundles = { ["AppClips/Clip.app"] = { files = { ["build.sh"] = "#!/bin/sh" } } } },
  expect = { ["no-scripts"] = { findings = 1, file = "AppClips/Clip.app/build.sh" } },
}

test "a finding about the whole bundle is reported once" {
  given  = fixture.application {
    bundles = {
      ["Contents/PlugIns/Share.appex"] = {
        files = {
          ["Contents/Resources/a"] = "x", ["Contents/Resources/A"] = "x", ["Contents/Resources/link"] = { link = "missing" },
          ["Contents/Resources/a.plist"] = "<plist>", ["Contents/Resources/en.lproj/a.strings"] = '"a" = ',
        },
        bundles = {
          ["Contents/Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Contents/Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
      },
    },
  },
  expect = {
    ["links-stay-inside"] = { findings = 1 }, ["mac-nested-identifiers"] = { findings = 1 }, ["name-twins"] = { findings = 1 },
    ["property-lists-parse"] = { findings = 1 }, ["tables-parse"] = { findings = 1 },
  },
}

-- Rules that ask for entitlements or files, beside bundles that have these but are of another kind, for another system, or elsewhere.
local entitled = {
  ["application-identifier"] = "ABCDE12345.com.example.app", ["com.apple.security.application-groups"] = { "group.com.example.other" },
}
local asked = {
  entitlements = entitled,
  info = {
    NSExtension = { NSExtensionPointIdentifier = "com.apple.networkextension.packet-tunnel" },
    UIApplicationSceneManifest = { UISceneConfigurations = { CPTemplateApplicationSceneSessionRoleApplication = { {} } } },
  },
}
local asked_on_mac = {
  files = {
    ["Contents/app/.jpackage.xml"] = "<jpackage-state/>", ["Contents/Frameworks/libQt6Gui.dylib"] = { mach_o = { file_type = "dylib" } },
    ["Contents/Library/LaunchAgents/a.plist"] = "<plist><dict/></plist>",
  },
}

local function silent(rules)
  local result = {}
  for _, rule in ipairs(rules) do result[rule] = "not-applicable" end
  return result
end

test "rules about apps, beside an extension that is not nested" {
  given  = fixture.extension { platform = "macos" }:with(asked):with(asked_on_mac),
  expect = silent { "app-clip-parent", "carplay-entitlement", "jpackage-launcher", "launchd-keys", "qt-plugins", "shared-app-group" },
}

test "rules about apps and extensions, beside a framework" {
  given  = fixture.framework { platform = "ios" }:with(asked),
  expect = silent { "app-clip-parent", "carplay-entitlement", "entitlement-shapes", "network-extension-entitlement", "shared-app-group" },
}

test "rules about the resources of apps, beside a framework" {
  given  = fixture.framework { platform = "ios", files = { ["fr.lproj/InfoPlist.strings"] = "" } },
  expect = silent { "localized-texts", "names-together", "package-resource-bundles" },
}

test "rules about nested bundles of iOS, beside an app" {
  given = fixture.application { platform = "ios" }:with(asked), expect = silent { "app-clip-parent", "shared-app-group" },
}

test "rules about other systems, beside an app for the watch" {
  given  = fixture.application { platform = "watchos" }:with(asked),
  expect = silent { "app-clip-parent", "carplay-entitlement" },
}

test "rules about Mac apps that iOS apps on the Mac are not" {
  given = fixture.application { platform = "catalyst" }:with(asked_on_mac), expect = silent { "jpackage-launcher", "qt-plugins" },
}

test "rules about tools that Mac apps install, beside an iOS app" {
  given  = fixture.application { platform = "ios", info = { SMPrivilegedExecutables = { ["com.example.tool"] = "x" } } },
  expect = silent { "blessed-tools-authorize" },
}

local about_app_extensions = {
  "activation-rule", "activation-rule-form", "extension-folder", "extension-point", "extension-versions", "known-extension-point",
  "no-entry-point",
}
local declaring = { info = { NSExtension = {
  NSExtensionPointIdentifier = "com.apple.widgetkit-extension", NSExtensionAttributes = { NSExtensionActivationRule = "TRUEPREDICATE" },
} } }

test "rules about app extensions, beside a service" {
  given  = fixture.application { bundles = { ["Contents/XPCServices/Work.xpc"] = declaring } },
  expect = silent(about_app_extensions),
}

test "rules about app extensions, beside a property list with the name of one" {
  given  = fixture.plist { name = "Share.appex" }:with(declaring),
  expect = silent(about_app_extensions),
}

test "rules about services, beside a property list with the name of one" {
  given = fixture.plist { name = "Work.xpc" }, expect = silent { "xpc-service" },
}

test "rules about nested extensions, beside one that is not nested" {
  given  = fixture.extension { platform = "ios", info = { NSSupportsLiveActivities = true } },
  expect = silent { "extension-folder", "extension-versions", "keys-of-the-app" },
}

test "rules about nested Mac extensions, beside one that is not nested" {
  given = fixture.extension {}, expect = silent { "system-extension-name" },
}

test "rules about nested extensions, beside nested bundles of other kinds and systems" {
  given  = fixture.application { bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
  expect = silent { "extension-folder", "extension-versions", "system-extension-name" },
}

test "a rule about nested Mac extensions, beside one for iOS" {
  given = fixture.application { platform = "ios", bundles = { ["PlugIns/Share.appex"] = {} } }, expect = silent { "system-extension-name" },
}

test "rules about the app around a watch app, beside a framework" {
  given  = fixture.application { platform = "watchos", bundles = { ["Frameworks/Kit.framework"] = {} } },
  expect = silent { "companion-identifier", "companion-versions" },
}

test "a rule about watch apps, beside an App Clip" {
  given  = fixture.application { platform = "ios", bundles = { ["AppClips/Clip.app"] = {} } },
  expect = { ["companion-identifier"] = "not-applicable", ["companion-versions"] = "pass" },
}

test "rules about nested apps, beside helpers on the Mac" {
  given  = fixture.application { bundles = { ["Contents/Helpers/Helper.app"] = { info = { CFBundleVersion = "9" } } } },
  expect = silent { "companion-identifier", "companion-versions" },
}
