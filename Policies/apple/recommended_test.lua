-- Each test plants one defect in an otherwise sound bundle and checks all of apple.recommended. Where a test expects a total
-- number of findings, there are no others.
local cases = import "fixtures.field_bundles"
local failures = import "fixtures.field_failures"
local makers = import "fixtures.makers"
local sound = import "fixtures.sound"
local mac, phone, universal = sound.mac, sound.phone, sound.universal

-- Sound bundles have no findings, not even notes.
for name, bundle in pairs {
  ["a Mac app with a framework and a service"] = mac, ["an iOS app with an extension"] = phone,
  ["a universal app with every icon and launch image"] = universal, ["an app for iOS 4.3"] = sound.old_phone,
  ["a plug-in for Quick Look"] = sound.quick_look, ["a framework with versions"] = sound.mac_framework,
  ["a flat framework"] = sound.flat_framework, ["a loadable bundle"] = sound.loadable_bundle, ["a resource bundle"] = sound.resource_bundle,
  ["a Mac app with lists and the lowest numbers"] = sound.other_mac,
} do
  test("a sound bundle: " .. name) { given = bundle, expect = { verdict = "pass", findings = 0 } }
end

for name, bundle in pairs(makers) do
  test("a bundle made by " .. name) { given = bundle, expect = { verdict = "pass", findings = 0 } }
end

test "S1: a lower-case copy of Info.plist" {
  given  = mac:with { files = { ["Contents/info.plist"] = "{}" } },
  expect = { ["info-plist-name"] = { findings = 1, file = "Contents/info.plist" } },
}

test "S2: an app without an executable" {
  given  = phone:with { without = "CFBundleExecutable" },
  expect = { verdict = "fail", ["application-keys"] = { findings = 1, key = "CFBundleExecutable" } },
}

test "S2: an empty name and an empty version, as CMake.app ships them" {
  given  = mac:with { info = { CFBundleName = "", CFBundleVersion = "" } },
  expect = {
    ["mac-application-keys"] = { findings = 2, key = { "CFBundleName", "CFBundleVersion" }, message = "empty" },
    ["keys-not-empty"] = "pass", ["build-version"] = "pass",
  },
}

test "S3: a value of the wrong type is reported once" {
  given  = mac:with { info = { CFBundleVersion = 42 } },
  expect = { verdict = "fail", ["key-types"] = { findings = 1, key = "CFBundleVersion" }, ["build-version"] = "pass" },
}

test "S3: a wrong type deep inside" {
  given  = mac:with { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLSchemes = "example" } } } },
  expect = { verdict = "fail", ["key-types"] = { findings = 1, key = "/CFBundleURLTypes/0/CFBundleURLSchemes" }, ["url-types"] = "pass" },
}

test "S3: an unknown role" {
  given  = mac:with { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Reader", CFBundleURLSchemes = { "example" } } } } },
  expect = { ["known-values"] = { findings = 1, key = "/CFBundleURLTypes/0/CFBundleTypeRole" } },
}

test "S3: a camera usage description that is missing" {
  given  = phone:with { info = { NSCameraUsageDescription = "" } },
  expect = {
    verdict = "fail", ["usage-descriptions"] = { findings = 1, key = "NSCameraUsageDescription" }, ["usage-description-texts"] = "pass",
    ["keys-not-empty"] = "pass",
  },
}

test "S3: an unresolved variable is reported once" {
  given  = phone:with { info = { CFBundleIdentifier = "com.example.$(PRODUCT_NAME)" } },
  expect = {
    verdict = "fail", ["unresolved-variables"] = { findings = 1, key = "CFBundleIdentifier" }, ["identifier-characters"] = "pass",
    ["identifier-prefix"] = "pass",
  },
}

test "S5: orientations for the iPad only" {
  given  = phone:with { without = "UISupportedInterfaceOrientations" },
  expect = { ["qualified-defaults"] = { findings = 1, key = "/UISupportedInterfaceOrientations~0ipad" } },
}

test "S5: a device in upper case" {
  given  = phone:with { info = { ["UIStatusBarHidden~iPad"] = true } },
  expect = { verdict = "fail", ["known-qualifiers"] = { findings = 1, key = "/UIStatusBarHidden~0iPad" }, ["misspelt-keys"] = "pass" },
}

test "S6: a typo" {
  given  = mac:with { info = { NSHumanReadableCopyrigth = "© 2026 Example" } },
  expect = { ["misspelt-keys"] = { findings = 1, key = "NSHumanReadableCopyrigth", message = "NSHumanReadableCopyright" } },
}

test "S6: keys of other libraries are not misspelled" {
  given  = mac:with {
    info = {
      SUFeedURL = "https://example.com", SUPublicEDKey = "x", SUEnableAutomaticChecks = true, FacebookAppID = "1",
      FacebookClientToken = "x", FacebookDisplayName = "App", GADApplicationIdentifier = "x", GIDClientID = "x",
      MGLMapboxAccessToken = "x", ElectronAsarIntegrity = {}, ElectronTeamID = "x", FirebaseAppDelegateProxyEnabled = false,
      CodePushDeploymentKey = "x", FLTEnableImpeller = true, PyMainFileNames = { "x" }, PythonInfoDict = {}, JVMMainClassName = "x",
      RCTNewArchEnabled = true, EXUpdatesURL = "x", NOTE = "x", Fabric = {}, AppIdentifierPrefix = "x", branch_key = "x",
      BuildNumber = "1", BuildVersion = "1", Version = "1", KSVersion = "1", KSProductID = "x", KSUpdateURL = "x",
      SCMRevision = "x", CrBundleIdentifier = "x", CFBundleLongVersionString = "1", MozillaDeveloperRepoPath = "x",
      ["UIApplicationShortcut.x"] = 1, GoogleServiceInfo = {}, BITAppIdentifier = "x", NRApplicationToken = "x", AppCenterSecret = "x",
    },
  },
  expect = { ["misspelt-keys"] = "pass", ["misplaced-keys"] = "pass" },
}

test "S7: a build for the store with a stage" {
  given  = phone:with { info = { CFBundleVersion = "1.0b1" } },
  expect = { verdict = "fail", ["build-version"] = { findings = 1, key = "CFBundleVersion" } },
}

test "S7: a date as the build number is not a defect" {
  given  = mac:with { info = { CFBundleVersion = "20230512.103042" } },
  expect = { ["build-version"] = "pass" },
}

test "S7: the next build has a higher number" {
  given  = mac:with { history = { {} } },
  expect = { verdict = "fail", ["build-increases"] = { findings = 1, key = "CFBundleVersion" }, ["release-not-lower"] = "pass" },
}

test "S7: a new release for iOS starts its builds again" {
  given  = phone:with {
    info = { CFBundleShortVersionString = "2.0", CFBundleVersion = "1" },
    history = { { info = { CFBundleShortVersionString = "1.9", CFBundleVersion = "7" } } },
  },
  expect = { ["build-increases-within-release"] = "pass", ["release-not-lower"] = "pass", ["identifier-unchanged"] = "pass" },
}

test "S13: another identifier than the last build" {
  given  = phone:with { history = { { info = { CFBundleIdentifier = "com.example.before" } } } },
  expect = { verdict = "fail", ["identifier-unchanged"] = { findings = 1, key = "CFBundleIdentifier" } },
}

test "S13: an extension of another developer" {
  given  = phone:with {
    bundles = { ["PlugIns/Share.appex"] = fixture.extension {
      platform = "ios", info = { CFBundleIdentifier = "com.example.application.share" },
    } },
  },
  expect = { verdict = "fail", ["identifier-prefix"] = { findings = 1, key = "CFBundleIdentifier" } },
}

test "S13: a framework with the app's identifier" {
  given  = phone:with { bundles = { ["Frameworks/Kit.framework"] = fixture.framework {
    platform = "ios", info = { CFBundleIdentifier = "com.example.app" },
  } } },
  expect = { verdict = "fail", ["nested-identifiers"] = { findings = 1 } },
}

test "S13: an executable in another letter case" {
  given  = mac:with { info = { CFBundleExecutable = "app" } },
  expect = { verdict = "fail", ["executable"] = { findings = 1, key = "CFBundleExecutable" } },
}

test "S13: a nib in another letter case and a missing icon" {
  given  = mac:with { files = {
    ["Contents/Resources/MainMenu.nib"] = false, ["Contents/Resources/mainmenu.nib"] = "NIBArchive",
    ["Contents/Resources/Sheet.icns"] = false,
  } },
  expect = {
    verdict = "fail", ["interface-files"] = { findings = 1, key = "NSMainNibFile" },
    ["type-icons"] = { findings = 1, key = "/CFBundleDocumentTypes/0/CFBundleTypeIconFile" },
  },
}

test "S13: helpers of an app share an identifier, as those of Electron do" {
  given  = mac:with {
    bundles = {
      ["Contents/Frameworks/App Helper.app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } },
      ["Contents/Frameworks/App Helper (GPU).app"] = {
        info = { CFBundleIdentifier = "com.example.app.helper" }, without = "CFBundleVersion",
      },
    },
  },
  expect = { verdict = "pass", findings = 0 },
}

test "a build for a simulator is reported once" {
  given  = phone:with {
    info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } },
    files = { App = { mach_o = { platform = "ios-simulator" } } },
    bundles = { ["Frameworks/Kit.framework"] = fixture.framework {
      info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } },
      files = { Kit = { mach_o = { platform = "ios-simulator", file_type = "dylib", id = "Kit" } } },
    } },
  },
  expect = { verdict = "fail", findings = 1, ["not-for-simulators"] = { key = "/CFBundleSupportedPlatforms/0" } },
}

test "a framework with slices for simulators is reported once" {
  given  = phone:with { bundles = { ["Frameworks/Kit.framework"] = fixture.framework {
    platform = "ios",
    files = { Kit = { mach_o = { architectures = { "arm64", "x86_64", "i386" }, platform = "ios", file_type = "dylib", id = "Kit" } } },
  } } },
  expect = { verdict = "fail", findings = 1, ["not-for-simulators"] = { file = "Kit", message = "i386, x86_64" } },
}

test "an executable that a framework only names is reported once" {
  given  = sound.mac_framework:with { info = { CFBundleExecutable = "Gone" } },
  expect = { verdict = "fail", findings = 1, executable = { key = "CFBundleExecutable" } },
}

-- S1: the property list itself.

test "S1: a duplicate key" {
  given  = sound.loadable_bundle:with {
    files = {
      ["Contents/Info.plist"] = '{ CFBundleIdentifier = "com.example.plug"; CFBundleVersion = "1"; CFBundleVersion = "2"; '
        .. 'CFBundleSupportedPlatforms = (MacOSX); }',
    },
  },
  expect = { verdict = "fail", findings = 1, ["nothing-dropped"] = { key = "CFBundleVersion", file = "Contents/Info.plist" } },
}

test "S1: a second property list at the top level of a framework" {
  given  = sound.mac_framework:with { files = { ["Info.plist"] = "{}" } },
  expect = { ["info-plist-place"] = { findings = 1, file = "Info.plist" } },
}

-- S2: required keys, and the types of common ones.

for key, rule in pairs {
  CFBundleIdentifier = "application-keys", CFBundleVersion = "mobile-application-keys", CFBundleName = "mobile-application-keys",
  CFBundleShortVersionString = "mobile-application-keys", CFBundlePackageType = "mobile-application-keys",
  LSRequiresIPhoneOS = "requires-iphone-os",
} do
  test("S2: an iOS app without " .. key) { given = phone:with { without = key }, expect = { [rule] = { findings = 1, key = key } } }
end

for _, key in ipairs { "CFBundleName", "CFBundlePackageType", "CFBundleShortVersionString", "CFBundleVersion" } do
  test("S2: a Mac app without " .. key) {
    given = mac:with { without = key, localizations = {} }, expect = { ["mac-application-keys"] = { findings = 1, key = key } },
  }
end

for key, value in pairs {
  UIRequiredDeviceCapabilities = "arm64", UIRequiresPersistentWiFi = 2, CFBundleIconFiles = "Icon",
  NSMainNibFile = 1, UILaunchImageFile = true, UIPrerenderedIcon = "perhaps", UIStatusBarStyle = 1,
} do
  test("S2: a value of another type under " .. key) {
    given = phone:with { info = { [key] = value } }, expect = { ["key-types"] = { findings = 1, key = key } },
  }
end

test "S2: a string for a Boolean" {
  given = phone:with { info = { UIStatusBarHidden = "no" } }, expect = { ["boolean-types"] = { findings = 1, key = "UIStatusBarHidden" } },
}

test "S2: device capabilities that are not Booleans" {
  given  = phone:with { info = { UIRequiredDeviceCapabilities = { arm64 = { true } } } },
  expect = { verdict = "fail", findings = 1, ["key-types"] = { key = "/UIRequiredDeviceCapabilities/arm64" } },
}

for key, value in pairs { UIStatusBarStyle = "UIStatusBarStyleGreen", UIInterfaceOrientation = "Portrait" } do
  test("S2: an unknown value under " .. key) {
    given = phone:with { info = { [key] = value } }, expect = { findings = 1, ["known-values"] = { key = key } },
  }
end

test "S2: an empty nib name" {
  given  = mac:with { info = { NSMainNibFile = "" } },
  expect = { findings = 1, ["keys-not-empty"] = { key = "NSMainNibFile" } },
}

test "S2: a service without an identifier" {
  given  = mac:with { bundles = { ["Contents/XPCServices/Service.xpc"] = {
    kind = "extension", info = { XPCService = { ServiceType = "User" } }, without = { "CFBundleIdentifier", "NSExtension" },
  } } },
  expect = { verdict = "fail", findings = 1, ["extension-keys"] = { key = "CFBundleIdentifier", file = "Contents/Info.plist" } },
}

test "S2: a resource bundle without an identifier" {
  given  = sound.resource_bundle:with { without = { "CFBundleExecutable", "CFBundleIdentifier" } },
  expect = { findings = 1, ["plugin-keys"] = { key = "CFBundleIdentifier" } },
}

test "S2: a framework without its release version" {
  given  = sound.flat_framework:with { without = "CFBundleShortVersionString" },
  expect = { verdict = "fail", findings = 1, ["framework-version-keys"] = { key = "CFBundleShortVersionString" } },
}

-- S3: the keys of Core Foundation and their schemas.

for key, value in pairs {
  CFAppleHelpAnchor = 1, CFBundleAllowMixedLocalizations = "perhaps", CFBundleDevelopmentRegion = 1, CFBundleDisplayName = { "x" },
  CFBundleIconFile = true, CFBundleIconName = 1, CFBundleInfoDictionaryVersion = 6, CFBundleLocalizations = "en",
  CFBundleShortVersionString = 1, CFBundleSpokenName = 1, CFPlugInDynamicRegisterFunction = 1, CFPlugInUnloadFunction = true,
  CFBundleDocumentTypes = "Sheet", CFBundleURLTypes = {}, CFBundleHelpBookName = 7,
} do
  test("S3: a value of another type under " .. key) {
    given = mac:with { info = { [key] = value }, localizations = {} }, expect = { ["key-types"] = { findings = 1, key = key } },
  }
end

for _, case in ipairs {
  { "CFBundleTypeName", 1 }, { "CFBundleTypeIconFile", {} }, { "CFBundleTypeMIMETypes", "text/plain" }, { "CFBundleTypeOSTypes", "TEXT" },
  { "LSItemContentTypes", "public.text" }, { "LSTypeIsPackage", "perhaps" }, { "NSDocumentClass", 1 },
  { "NSUbiquitousDocumentUserActivityType", 1 }, { "NSExportableTypes", "x" }, { "CFBundleTypeIconFiles", "x" },
} do
  local key, value = case[1], case[2]
  local entry = { CFBundleTypeName = "Sheet", CFBundleTypeRole = "Editor", LSItemContentTypes = { "com.example.sheet" } }
  entry[key] = value
  test("S3: a document type with another type of value under " .. key) {
    given  = mac:with { info = { CFBundleDocumentTypes = { entry } } },
    expect = { verdict = "fail", findings = 1, ["key-types"] = { key = "/CFBundleDocumentTypes/0/" .. key } },
  }
end

for _, case in ipairs {
  { "CFBundleTypeRole", "document-types" }, { "CFBundleTypeName", "document-types" }, { "LSItemContentTypes", "document-types" },
} do
  local key, rule = case[1], case[2]
  local entry = { CFBundleTypeName = "Sheet", CFBundleTypeRole = "Editor", LSItemContentTypes = { "com.example.sheet" } }
  entry[key] = nil
  test("S3: a document type without " .. key) {
    given  = mac:with { info = { CFBundleDocumentTypes = { entry } } },
    expect = { findings = 1, [rule] = { key = "/CFBundleDocumentTypes/0/" .. key } },
  }
end

for _, case in ipairs {
  { "CFBundleTypeRole", "Reader", "known-values" }, { "LSHandlerRank", "First", "known-values" },
} do
  local key, value, rule = case[1], case[2], case[3]
  local entry = { CFBundleTypeName = "Sheet", CFBundleTypeRole = "Editor", LSItemContentTypes = { "com.example.sheet" } }
  entry[key] = value
  test("S3: a document type with an unknown value under " .. key) {
    given = mac:with { info = { CFBundleDocumentTypes = { entry } } },
    expect = { findings = 1, [rule] = { key = "/CFBundleDocumentTypes/0/" .. key } },
  }
end

for key, value in pairs { CFBundleTypeExtensions = ".txt", CFBundleTypeMIMETypes = "text", CFBundleTypeOSTypes = "TXT" } do
  test("S3: a document type with a malformed value under " .. key) {
    given  = mac:with { info = { CFBundleDocumentTypes = { {
      CFBundleTypeName = "Text", CFBundleTypeRole = "Viewer", [key] = { value },
    } } } },
    expect = { findings = 1, ["document-type-forms"] = { key = "/CFBundleDocumentTypes/0/" .. key .. "/0" } },
  }
end

test "S3: a URL type without schemes" {
  given  = mac:with { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer" } } } },
  expect = { findings = 1, ["url-types"] = { key = "/CFBundleURLTypes/0/CFBundleURLSchemes" } },
}

test "S3: a scheme that no link can have" {
  given  = phone:with { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "my_app" } } } } },
  expect = { verdict = "fail", findings = 1, ["url-types"] = { key = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" } },
}

test "S3: a primary icon of iOS in the form of tvOS" {
  given  = phone:with { info = { CFBundleIcons = { CFBundlePrimaryIcon = "AppIcon" } } },
  expect = { verdict = "fail", ["icons-dictionary"] = { findings = 1, key = "/CFBundleIcons/CFBundlePrimaryIcon" } },
}

test "S3: icons of tvOS in the form of iOS" {
  given  = fixture.application { platform = "tvos", info = { CFBundleIcons = { CFBundlePrimaryIcon = {}, CFBundleAlternateIcons = {} } } },
  expect = {
    verdict = "fail",
    ["icons-dictionary"] = { findings = 2, key = { "/CFBundleIcons/CFBundlePrimaryIcon", "/CFBundleIcons/CFBundleAlternateIcons" } },
  },
}

test "S3: a binding that Newsstand does not know" {
  given  = sound.old_phone:with { info = { CFBundleIcons = { UINewsstandIcon = {
    CFBundleIconFiles = { "Cover" }, UINewsstandBindingEdge = "Left",
  } } } },
  expect = { ["known-values"] = { findings = 1, key = "/CFBundleIcons/UINewsstandIcon/UINewsstandBindingEdge" } },
}

test "S3: an alternate icon that the iPad does not have" {
  given  = universal:with {
    info = { ["CFBundleIcons~ipad"] = {
      CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon-76" } }, CFBundleAlternateIcons = { Day = { CFBundleIconFiles = { "Night" } } },
    } },
  },
  expect = {
    verdict = "fail", findings = 1, ["alternate-icons-on-ipad"] = { key = "/CFBundleIcons~0ipad/CFBundleAlternateIcons/Night" },
  },
}

test "S3: an extension without its extension point" {
  given  = phone:with { bundles = { ["PlugIns/Share.appex"] = { info = { NSExtension = {
    NSExtensionPrincipalClass = "Share.Handler",
  } } } } },
  expect = {
    verdict = "fail", findings = 1,
    ["extension-point"] = { key = "/NSExtension/NSExtensionPointIdentifier", file = "Info.plist" },
  },
}

test "S3: a service without a type" {
  given  = mac:with {
    bundles = {
      ["Contents/XPCServices/Service.xpc"] = {
        kind = "extension", info = { CFBundleIdentifier = "com.example.app.service", XPCService = {} }, without = "NSExtension",
      },
    },
  },
  expect = { verdict = "fail", findings = 1, ["xpc-service"] = { key = "/XPCService/ServiceType" } },
}

test "S3: the registration function under the name of the table" {
  given  = sound.quick_look:with { info = { CFPlugInDynamicRegistrationFunction = "Register" } },
  expect = { findings = 1, ["superseded-keys"] = { key = "CFPlugInDynamicRegistrationFunction" } },
}

test "S3: a development region without resources" {
  given  = mac:with { info = { CFBundleDevelopmentRegion = "de" } },
  expect = { findings = 1, ["languages-agree"] = { key = "CFBundleDevelopmentRegion" } },
}

-- S4: localized values.

test "S4: a build number localized in French" {
  given  = mac:with { localizations = { en = {}, fr = { InfoPlist = { CFBundleVersion = "43" } } } },
  expect = {
    verdict = "fail", findings = 1,
    ["not-localizable"] = { key = "CFBundleVersion", file = "Contents/Resources/fr.lproj/InfoPlist.strings" },
  },
}

test "S4: a localized key that Info.plist lacks" {
  given  = phone:with { localizations = { en = {}, fr = { InfoPlist = { CFBundleSpokenName = "Exemple" } } } },
  expect = { findings = 1, ["localized-keys-exist"] = { key = "CFBundleSpokenName", file = "fr.lproj/InfoPlist.strings" } },
}

test "S4: a strings file with a duplicate key" {
  given  = mac:with { files = { ["Contents/Resources/de.lproj/InfoPlist.strings"] = 'CFBundleName = "A";\nCFBundleName = "B";\n' } },
  expect = { findings = 1, ["strings-parse"] = { file = "Contents/Resources/de.lproj/InfoPlist.strings" } },
}

test "S4: a strings file that ends too soon" {
  given  = mac:with { files = { ["Contents/Resources/de.lproj/InfoPlist.strings"] = 'CFBundleName = "A"' } },
  expect = { findings = 1, ["strings-parse"] = { file = "Contents/Resources/de.lproj/InfoPlist.strings", message = "1:19" } },
}

test "S4: a language folder outside the resources" {
  given  = mac:with { files = { ["Contents/de.lproj/InfoPlist.strings"] = 'CFBundleName = "Anwendung";\n' } },
  expect = { findings = 1, ["localizations-place"] = { file = "Contents/de.lproj" } },
}

-- S5: keys for one platform or device.

test "S5: another executable for the iPad" {
  given  = phone:with { info = { ["CFBundleExecutable~ipad"] = "App" } },
  expect = { verdict = "fail", findings = 1, ["fixed-keys"] = { key = "/CFBundleExecutable~0ipad" } },
}

test "S5: a nib for the Mac only" {
  given  = mac:with { info = { ["NSMainNibFile-macos"] = "MainMenu" }, without = "NSMainNibFile" },
  expect = { findings = 1, ["qualified-defaults"] = { key = "NSMainNibFile-macos" } },
}

test "S5: an unknown platform" {
  given  = mac:with { info = { ["LSMinimumSystemVersion-macosx"] = "13.0" } },
  expect = { verdict = "fail", findings = 1, ["known-qualifiers"] = { key = "LSMinimumSystemVersion-macosx" } },
}

-- S6: custom keys.

test "S6: a key that belongs inside another one" {
  given  = phone:with { info = { NSAllowsArbitraryLoads = true } },
  expect = { findings = 1, ["misplaced-keys"] = { key = "NSAllowsArbitraryLoads" } },
}

-- S7: versions.

test "S7: a build number of four numbers for iOS" {
  given  = universal:with { info = { CFBundleVersion = "1.2.3.4" } },
  expect = { verdict = "fail", findings = 1, ["build-version"] = { key = "CFBundleVersion" } },
}

test "S7: a hash as the build number" {
  given  = mac:with { info = { CFBundleVersion = "9f2c1ab" } },
  expect = { findings = 1, ["build-version"] = { key = "CFBundleVersion" } },
}

test "S7: a development stage" {
  given  = mac:with { info = { CFBundleVersion = "1.0fc2" } },
  expect = { findings = 1, ["development-suffix"] = { key = "CFBundleVersion" } },
}

test "S7: a build that returns from a release to its last stage" {
  given  = mac:with { info = { CFBundleVersion = "1.0fc9" }, history = { { info = { CFBundleVersion = "1.0" } } } },
  expect = { verdict = "fail", ["build-increases"] = { findings = 1, key = "CFBundleVersion" } },
}

test "S7: leading zeros have no effect" {
  given  = mac:with { info = { CFBundleVersion = "1.02.3" }, history = { { info = { CFBundleVersion = "1.2.3" } } } },
  expect = { verdict = "fail", findings = 1, ["build-increases"] = { key = "CFBundleVersion" } },
}

test "S7: the same build number within a release for iOS" {
  given  = phone:with { history = { {} } },
  expect = { verdict = "fail", findings = 1, ["build-increases-within-release"] = { key = "CFBundleVersion" } },
}

test "S7: a release below the last one" {
  given  = universal:with {
    info = { CFBundleShortVersionString = "1.9" }, history = { { info = { CFBundleShortVersionString = "1.10" } } },
  },
  expect = { verdict = "fail", findings = 1, ["release-not-lower"] = { key = "CFBundleShortVersionString" } },
}

test "S7: a release with words" {
  given  = mac:with { info = { CFBundleShortVersionString = "1.0 beta" } },
  expect = { findings = 1, ["short-version"] = { key = "CFBundleShortVersionString" } },
}

test "S7: a minimum system that is not a version" {
  given  = mac:with { info = { LSMinimumSystemVersion = "Ventura" } },
  expect = { verdict = "fail", ["minimum-system-form"] = { findings = 1, key = "LSMinimumSystemVersion" } },
}

test "S7: code for a later system than the declared one" {
  given  = mac:with { info = { LSMinimumSystemVersion = "10.15" } },
  expect = { ["mac-code-runs-on-minimum-system"] = { key = "LSMinimumSystemVersion" } },
}

test "S7: an extension with another version" {
  given  = phone:with { bundles = { ["PlugIns/Share.appex"] = { info = { CFBundleShortVersionString = "2.0" } } } },
  expect = { findings = 1, ["extension-versions"] = { key = "CFBundleShortVersionString", file = "Info.plist" } },
}

-- S8: layouts.

test "S8: a Resources folder in an iOS app" {
  given  = fixture.application {
    platform = "ios",
    files = { ["Resources/Info.plist"] = '{ CFBundleIdentifier = "com.example.app"; CFBundleSupportedPlatforms = (iPhoneOS); }' },
  },
  expect = { verdict = "fail", ["no-resources-folder"] = { findings = 1, file = "Resources" } },
}

test "S8: a file outside Contents" {
  given = mac:with { files = { ["README.txt"] = "x" } },
  expect = { verdict = "fail", findings = 1, ["contents-only"] = { file = "README.txt" } },
}

test "S8: a program among the plug-ins" {
  given  = mac:with { files = { ["Contents/PlugIns/tool"] = { mach_o = { platform = "macos" } } } },
  expect = { findings = 1, ["plug-ins-hold-bundles"] = { file = "Contents/PlugIns/tool" } },
}

test "S8: a framework whose current version is a copy" {
  given  = mac:with {
    bundles = {
      ["Contents/Frameworks/Kit.framework"] = {
        files = {
          ["Versions/Current"] = false, ["Versions/Current/Kit"] = { link = "../A/Kit" },
          ["Versions/Current/Resources"] = { link = "../A/Resources" },
        },
      },
    },
  },
  -- The contents behind the link to the current version are not read, which is reported, too.
  expect = { verdict = "error", ["versioned-links"] = { findings = 1, file = "Versions/Current" } },
}

test "S8: a framework without the links at its top level" {
  given  = sound.mac_framework:with { files = { Kit = false, Resources = false } },
  expect = { verdict = "fail", findings = 2, ["versioned-links"] = { file = { "Kit", "Resources" } } },
}

test "S8: a framework whose executable has another name" {
  given  = sound.flat_framework:with {
    info = { CFBundleExecutable = "Other" }, files = { Kit = false, Other = { mach_o = { platform = "ios", file_type = "dylib" } } },
  },
  expect = { findings = 1, ["executable-name"] = { key = "CFBundleExecutable" } },
}

test "S8: a framework in a framework" {
  given  = phone:with { bundles = { ["Frameworks/Kit.framework"] = { bundles = { ["Frameworks/Inner.framework"] = {} } } } },
  expect = { verdict = "fail", ["no-nested-frameworks"] = { findings = 1, file = "Frameworks/Inner.framework" } },
}

test "S8: a package type that does not match the extension" {
  given  = phone:with { info = { CFBundlePackageType = "BNDL" } },
  expect = { verdict = "fail", findings = 1, ["package-type"] = { key = "CFBundlePackageType" } },
}

-- Defects that the store or a device rejects, but a Mac does not: they are reported, but do not fail the check.
for rule, given in pairs {
  ["package-type"] = mac:with { info = { CFBundlePackageType = "BNDL" } },
  ["url-types"] = mac:with { info = { CFBundleURLTypes = { { CFBundleURLName = "x", CFBundleURLSchemes = { "my_app" } } } } },
  ["known-values"] = mac:with { info = { LSApplicationCategoryType = "Unknown" } },
  ["mac-code-runs-on-minimum-system"] = fixture.application { info = { LSMinimumSystemVersion = "10.15" } },
  ["minimum-system"] = mac:with { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "14.0" } } } },
  ["icon-family"] = mac:with { bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", info = { CFBundleIconFile = "x" } } } },
  ["no-clutter"] = mac:with { files = { ["Contents/Resources/node_modules/a/.gitattributes"] = "x" } },
  ["languages-agree"] = fixture.application { localizations = { fr = {} } },
  ["other-identifier-characters"] = phone:with {
    bundles = { ["Res.bundle"] = { info = { CFBundleIdentifier = "com.example.app.my_res" } } },
  },
  ["build-version"] = phone:with { bundles = { ["Res.bundle"] = { info = { CFBundleVersion = "5.0-beta" } } } },
  ["short-version"] = phone:with { bundles = { ["Res.bundle"] = { info = { CFBundleShortVersionString = "5.0-beta" } } } },
} do
  test("does not fail the check: " .. rule) { given = given, expect = { verdict = "pass", [rule] = { findings = 1 } } }
end

test "S8: an executable that is not marked executable" {
  given  = phone:with { files = { App = { mach_o = { platform = "ios", minimum_os = "12.0" }, executable = false } } },
  expect = { ["executable-may-run"] = { findings = 1, file = "App" } },
}

test "S8: two file names that differ only in letter case" {
  given  = mac:with { files = { ["Contents/Resources/Logo.txt"] = "x", ["Contents/Resources/logo.txt"] = "x" } },
  expect = { findings = 1, ["name-twins"] = { file = "Contents/Resources/logo.txt" } },
}

test "S8: a link out of the bundle" {
  given = mac:with { files = { ["Contents/Resources/x"] = { link = "/Users/me/x" } } },
  expect = { verdict = "fail", findings = 1, ["links-stay-inside"] = { file = "Contents/Resources/x" } },
}

test "S8: a file of the Finder" {
  given = mac:with { files = { ["Contents/Resources/.DS_Store"] = "x" } },
  expect = { findings = 1, ["no-clutter"] = { file = "Contents/Resources/.DS_Store" } },
}

test "S8: PkgInfo with a ninth character" {
  given = mac:with { files = { ["Contents/PkgInfo"] = "APPL?????" } },
  expect = { findings = 1, ["pkg-info"] = { file = "Contents/PkgInfo" } },
}

test "S8: code for a simulator" {
  given  = phone:with { files = { App = { mach_o = { platform = "ios-simulator" } } } },
  expect = { verdict = "fail", ["not-for-simulators"] = { findings = 1, file = "App" } },
}

test "S8: code for another system" {
  given = mac:with { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "ios" } } } },
  expect = { verdict = "fail", ["code-for-the-platform"] = { file = "Contents/MacOS/App" } },
}

test "S8: a library of the build machine" {
  given  = mac:with { files = { ["Contents/MacOS/App"] = { mach_o = {
    architectures = { "arm64" }, platform = "macos", minimum_os = "11.0", libraries = { "/opt/lib/libx.dylib" },
  } } } },
  expect = { verdict = "fail", findings = 1, ["libraries-are-found"] = { file = "Contents/MacOS/App" } },
}

test "S8: a framework for later systems than the app" {
  given  = phone:with { bundles = { ["Frameworks/Kit.framework"] = { info = { MinimumOSVersion = "17.0" } } } },
  expect = { verdict = "fail", findings = 1, ["minimum-system"] = { key = "MinimumOSVersion", file = "Info.plist" } },
}

-- S9: localized resources.

test "S9: a folder that is not a language" {
  given = mac:with { files = { ["Contents/Resources/francais.lproj/a.strings"] = "" } },
  expect = { findings = 1, ["language-names"] = { file = "Contents/Resources/francais.lproj" } },
}

test "S9: code in a language folder" {
  given  = mac:with { files = { ["Contents/Resources/fr.lproj/helper"] = { mach_o = { platform = "macos" } } } },
  expect = { verdict = "fail", findings = 1, ["no-code-in-lproj"] = { file = "Contents/Resources/fr.lproj/helper" } },
}

test "S9: a launch image for one language only" {
  given  = universal:with { files = { ["en.lproj/Default-Portrait.png"] = { png = { width = 768, height = 1024 } } } },
  expect = { findings = 1, ["default-image-at-top"] = { file = "en.lproj/Default-Portrait.png" } },
}

-- S10: icons.

test "S10: a missing icon" {
  given  = universal:with { files = { ["Icon-60@2x.png"] = false, ["Icon-60@3x.png"] = false } },
  expect = {
    verdict = "fail",
    ["icons-exist"] = { findings = 3, key = { "/CFBundleIconFiles/0", "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0" } },
  },
}

test "S10: an icon in another letter case" {
  given  = phone:with { info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "appicon60x60" } } } } },
  expect = { verdict = "fail", findings = 1, ["icons-exist"] = { key = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0" } },
}

test "S10: an icon whose size differs from its name" {
  given  = phone:with { files = { ["AppIcon60x60@2x.png"] = { png = { width = 60 } } } },
  expect = { verdict = "fail", findings = 1, ["icon-size-matches-name"] = { file = "AppIcon60x60@2x.png" } },
}

for name, change in pairs {
  ["with transparency"] = { width = 120, has_alpha = true }, ["in grayscale"] = { width = 120, is_gray = true },
} do
  test("S10: an icon " .. name) {
    given = phone:with { files = { ["AppIcon60x60@2x.png"] = { png = change } } },
    expect = { findings = 1, ["icons-are-opaque"] = { file = "AppIcon60x60@2x.png" } },
  }
end

test "S10: an icon that is not a PNG file" {
  given = phone:with { files = { ["AppIcon60x60@2x.png"] = "JFIF" } },
  expect = { verdict = "fail", findings = 1, ["icons-are-png"] = { file = "AppIcon60x60@2x.png" } },
}

test "S10: a leftover with the name of an icon" {
  given = phone:with { files = { ["Icon.png"] = { png = { width = 57 } } } },
  expect = { findings = 1, ["no-stray-icons"] = { file = "Icon.png" } },
}

test "S10: a name with extension, and a variant that is not listed" {
  given  = universal:with { info = { CFBundleIconFiles = { "Pad.png" } }, files = { ["Pad@2x.png"] = { png = { width = 128 } } } },
  expect = { findings = 1, ["icon-variants-listed"] = { key = "/CFBundleIconFiles/0" } },
}

test "S10: iTunesArtwork in the wrong size" {
  given = phone:with { files = { iTunesArtwork = { png = { width = 1024 } } } },
  expect = { findings = 1, ["artwork-form"] = { file = "iTunesArtwork" } },
}

test "S10: a missing icon family" {
  given = mac:with { files = { ["Contents/Resources/App.icns"] = false } },
  expect = { verdict = "fail", findings = 1, ["icon-family"] = { key = "CFBundleIconFile" } },
}

test "S10: a PNG file under the name of an icon family" {
  given = mac:with { files = { ["Contents/Resources/App.icns"] = { png = { width = 512 } } } },
  expect = { verdict = "fail", findings = 1, ["icon-family"] = { file = "Contents/Resources/App.icns" } },
}

-- S11: launch images.

for _, case in ipairs {
  { "UILaunchImageName", "" }, { "UILaunchImageMinimumOSVersion", "x" }, { "UILaunchImageSize", "320x480" },
  { "UILaunchImageOrientation", "Sideways" },
} do
  local key, value = case[1], case[2]
  local entry = { UILaunchImageName = "Default", UILaunchImageMinimumOSVersion = "9.0" }
  entry[key] = value
  test("S11: a launch image with a wrong " .. key) {
    given = universal:with { info = { UILaunchImages = { entry } } },
    expect = { ["launch-image-entries"] = { findings = 1, key = "/UILaunchImages/0/" .. key } },
  }
end

for _, name in ipairs { "Gone", "Default.png", "Default@2x", "Default~ipad" } do
  test("S11: a launch image named " .. name) {
    given  = universal:with { info = { UILaunchImages = { { UILaunchImageName = name, UILaunchImageMinimumOSVersion = "9.0" } } } },
    expect = { verdict = "fail", findings = 1, ["launch-images-exist"] = { key = "/UILaunchImages/0/UILaunchImageName" } },
  }
end

test "S11: a missing launch image file" {
  given = universal:with { info = { UILaunchImageFile = "Start" } },
  expect = { verdict = "fail", findings = 1, ["launch-images-exist"] = { key = "UILaunchImageFile" } },
}

test "S11: a portrait launch image for a landscape-only app" {
  given  = universal:with { info = { UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" } } },
  expect = { findings = 1, ["landscape-launch-images"] = { key = "/UILaunchImages/0/UILaunchImageOrientation" } },
}

-- S12: plug-ins.

local plug = sound.quick_look

test "S12: a type whose factory is not registered" {
  given  = plug:with { info = { CFPlugInTypes = { [sound.type_of_plug_in] = { sound.factory, "11111111-2222-3333-4444-555555555555" } } } },
  expect = { verdict = "fail", findings = 1, ["factories-exist"] = { key = "/CFPlugInTypes/" .. sound.type_of_plug_in .. "/1" } },
}

test "S12: a factory without a type" {
  given = plug:with { without = "CFPlugInTypes" },
  expect = { findings = 1, ["factories-are-used"] = { key = "/CFPlugInFactories/" .. sound.factory } },
}

test "S12: a factory that is not a UUID" {
  given  = plug:with { info = { CFPlugInFactories = { Sheets = "SheetsFactory" } }, without = "CFPlugInTypes" },
  expect = { verdict = "fail", ["plug-in-identifiers"] = { findings = 1, key = "/CFPlugInFactories/Sheets" } },
}

test "S12: a function name that C does not allow" {
  given  = plug:with { info = { CFPlugInFactories = { [sound.factory] = "Sheets Factory" } } },
  expect = { verdict = "fail", findings = 1, ["plug-in-functions"] = { key = "/CFPlugInFactories/" .. sound.factory } },
}

test "S12: functions for registering and unloading" {
  given  = plug:with { info = {
    CFPlugInDynamicRegistration = "YES", CFPlugInDynamicRegisterFunction = "-x", CFPlugInUnloadFunction = "1x",
  } },
  expect = {
    verdict = "fail", findings = 2, ["plug-in-functions"] = { key = { "CFPlugInDynamicRegisterFunction", "CFPlugInUnloadFunction" } },
  },
}

test "S12: a Boolean instead of YES" {
  given  = plug:with { info = { CFPlugInDynamicRegistration = true } },
  expect = { verdict = "fail", ["dynamic-registration"] = { findings = 1, key = "CFPlugInDynamicRegistration" } },
}

test "S12: dynamic registration with the function's usual name" {
  given = plug:with { info = { CFPlugInDynamicRegistration = "YES" } }, expect = { verdict = "pass", findings = 0 },
}

-- S13: identity and references.

test "S13: an identifier with other characters, and one that ends with a period" {
  given  = universal:with { info = { CFBundleIdentifier = "com.example.my_app." } },
  expect = {
    verdict = "fail", ["identifier-characters"] = { key = "CFBundleIdentifier" }, ["identifier-form"] = { key = "CFBundleIdentifier" },
  },
}

test "S13: a signature of five characters" {
  given = mac:with { info = { CFBundleSignature = "ABCDE" } }, expect = { findings = 1, signature = { key = "CFBundleSignature" } },
}

test "S13: a package type of three letters" {
  given = sound.loadable_bundle:with { info = { CFBundlePackageType = "BND" } },
  expect = { verdict = "fail", findings = 1, ["package-type-length"] = { key = "CFBundlePackageType" } },
}

test "S13: a missing help book" {
  given = mac:with { info = { CFBundleHelpBookFolder = "Gone.help" } },
  expect = { findings = 1, ["help-book"] = { key = "CFBundleHelpBookFolder" } },
}

test "S13: a storyboard in another letter case" {
  given = phone:with { info = { UIMainStoryboardFile = "main" } },
  expect = { verdict = "fail", findings = 1, ["interface-files"] = { key = "UIMainStoryboardFile" } },
}

test "S13: a missing storyboard of an extension" {
  given  = phone:with { bundles = { ["PlugIns/Share.appex"] = { info = { NSExtension = { NSExtensionMainStoryboard = "Gone" } } } } },
  expect = {
    verdict = "fail", ["interface-files"] = { findings = 1, key = "/NSExtension/NSExtensionMainStoryboard", message = "Gone.storyboardc" },
  },
}

test "S13: a missing icon of a URL type" {
  given  = mac:with { info = { CFBundleURLTypes = { {
    CFBundleTypeRole = "Viewer", CFBundleURLSchemes = { "example" }, CFBundleURLIconFile = "Link",
  } } } },
  expect = { findings = 1, ["type-icons"] = { key = "/CFBundleURLTypes/0/CFBundleURLIconFile" } },
}

test "S13: a missing icon of a document type on iOS" {
  given = universal:with { files = { ["Pad.png"] = false } },
  expect = { findings = 1, ["type-icons"] = { key = "/CFBundleDocumentTypes/0/CFBundleTypeIconFiles/1" } },
}

-- Further checks of the stores.

test "a privacy manifest without reasons" {
  given  = phone:with {
    files = {
      ["PrivacyInfo.xcprivacy"] = "{ NSPrivacyAccessedAPITypes = ( { NSPrivacyAccessedAPIType = NSPrivacyAccessedAPICategoryUserDefaults; "
        .. "} ); }",
    },
  },
  expect = {
    verdict = "fail", findings = 1,
    ["privacy-manifest"] = { key = "/NSPrivacyAccessedAPITypes/0/NSPrivacyAccessedAPITypeReasons", file = "PrivacyInfo.xcprivacy" },
  },
}

test "a privacy manifest that cannot be read" {
  given  = phone:with { files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict>" } },
  expect = { verdict = "fail", findings = 1, ["privacy-manifest"] = { file = "PrivacyInfo.xcprivacy", message = "cannot be read" } },
}

local scene_place = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/"
local function scenes(list)
  return phone:with {
    info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = list } } },
  }
end

-- One cause, one finding, at the place of the cause.

for _, case in ipairs {
  {
    "S10: a page in place of the asset catalog", phone:with { files = { ["Assets.car"] = "<!DOCTYPE html>" } }, "contents-match-extension",
    file = "Assets.car",
  },
  {
    "S10: zeros in place of the asset catalog", phone:with { files = { ["Assets.car"] = { size = 5000 } } }, "contents-match-extension",
    file = "Assets.car",
  },
  {
    "S10: a damaged asset catalog", phone:with { files = { ["Assets.car"] = { base64 = "Qk9NU3RvcmUAAAAB" } } }, "files-are-whole",
    file = "Assets.car",
  },
  { "S10: an icon that is text", phone:with { files = { ["AppIcon60x60@2x.png"] = "x" } }, "icons-are-png", file = "AppIcon60x60@2x.png" },
  {
    "S8: a library that is the target of a link", mac:with { files = { ["Contents/Frameworks/liba.dylib"] = "libb.dylib" } },
    "contents-match-extension", file = "Contents/Frameworks/liba.dylib",
  },
  {
    "S13: a program for Linux", mac:with { files = { ["Contents/MacOS/App"] = { base64 = "f0VMRgIBAQA=", executable = true } } },
    "executable", file = "Contents/MacOS/App",
  },
  { "S13: a program that is zeros", phone:with { files = { App = { size = 70000 } } }, "executable", file = "App" },
  {
    "S13: a framework for Linux",
    phone:with { bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { base64 = "f0VMRgIBAQA=" } } } } }, "executable",
    file = "Kit",
  },
  {
    "S13: an empty profile", phone:with { files = { ["embedded.mobileprovision"] = "" } }, "profile-readable",
    file = "embedded.mobileprovision",
  },
  {
    "S1: a damaged property list whose name ends like a bundle's",
    phone:with { files = { ["GoogleService-Info.plist"] = "<plist><dict>" } }, "property-lists-parse", file = "GoogleService-Info.plist",
  },
  {
    "S1: a damaged property list", mac:with { files = { ["Contents/Resources/data/a.plist"] = "<plist><dict>" } }, "property-lists-parse",
    file = "Contents/Resources/data/a.plist",
  },
  { "S1: an empty property list", phone:with { files = { ["a.plist"] = "" } }, "property-lists-parse", file = "a.plist" },
  {
    "S1: a damaged interface", phone:with { files = { ["Base.lproj/Main.storyboardc/Info.plist"] = "<plist>" } }, "property-lists-parse",
    file = "Base.lproj/Main.storyboardc/Info.plist",
  },
  {
    "S9: a damaged strings file", mac:with { files = { ["Contents/Resources/fr.lproj/a.strings"] = '"a" = "b' } }, "tables-parse",
    file = "Contents/Resources/fr.lproj/a.strings",
  },
  {
    "S4: a damaged InfoPlist.strings", mac:with { files = { ["Contents/Resources/de.lproj/InfoPlist.strings"] = '"a" = "b' } },
    "strings-parse", file = "Contents/Resources/de.lproj/InfoPlist.strings",
  },
  { "S3: a pane of settings that cannot be read", universal:with {
    bundles = { ["Settings.bundle"] = {
      info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", Title = "More", File = "More" } } },
      files = { ["More.plist"] = "<plist>" },
    } },
  }, "property-lists-parse", file = "Settings.bundle/More.plist" },
  { "S3: a setting without a key", universal:with { bundles = { ["Settings.bundle"] = { info = {
    PreferenceSpecifiers = { { Type = "PSToggleSwitchSpecifier", Title = "A" } },
  } } } },
    "settings-panes", "/PreferenceSpecifiers/0/Key" },
  {
    "S10: an icon in a catalog that does not exist", mac:with { without = "CFBundleIconFile", info = { CFBundleIconName = "App" } },
    "icon-catalog", "CFBundleIconName",
  },
  { "S10: an alternate icon in a catalog that does not exist", universal:with { info = {
    CFBundleIcons = { CFBundleAlternateIcons = { Day = { CFBundleIconName = "Day" } } },
    ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Day = { CFBundleIconName = "Day" } } },
  } }, "icon-catalog", "/CFBundleIcons/CFBundleAlternateIcons/Day/CFBundleIconName" },
  {
    "S11: a launch image of another size",
    sound.old_phone:with { files = { ["Default-568h@2x.png"] = { png = { width = 640, height = 960 } } } }, "launch-image-sizes",
    file = "Default-568h@2x.png",
  },
  { "S3: two scenes of one name", scenes { { UISceneConfigurationName = "Main" }, { UISceneConfigurationName = "Main" } },
    "scene-configurations", scene_place .. "1/UISceneConfigurationName" },
  { "S3: a misspelled role of scenes", phone:with { info = { UIApplicationSceneManifest = { UISceneConfigurations = {
    UIWindowSceneSessionRoleAplication = { {} },
  } } } },
    "scene-configurations", "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleAplication" },
  { "S13: a delegate in a module with a hyphen", scenes { { UISceneDelegateClassName = "My-App.SceneDelegate" } },
    "class-names", scene_place .. "0/UISceneDelegateClassName" },
  { "S3: an exported type with a space", mac:with { info = { UTImportedTypeDeclarations = { {
    UTTypeIdentifier = "com.other.a type", UTTypeConformsTo = { "public.data" },
  } } } },
    "type-identifiers", "/UTImportedTypeDeclarations/0/UTTypeIdentifier" },
  { "S3: a declared type whose extension has a period", mac:with { info = { UTImportedTypeDeclarations = { {
    UTTypeIdentifier = "com.other.type", UTTypeTagSpecification = { ["public.filename-extension"] = { ".a" } },
  } } } },
    "document-type-forms", "/UTImportedTypeDeclarations/0/UTTypeTagSpecification/public.filename-extension/0" },
  {
    "S5: a device inside a value", phone:with { info = { NSAppTransportSecurity = { ["NSAllowsLocalNetworking~ipad"] = true } } },
    "nested-qualifiers", "/NSAppTransportSecurity/NSAllowsLocalNetworking~0ipad",
  },
  {
    "S8: a framework without its current version", sound.mac_framework:with { files = { ["Versions/Current"] = false } }, "versioned-links",
    file = "Versions/Current",
  },
  {
    "S8: a framework in an app without its current version",
    mac:with { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/Current"] = false } } } }, "versioned-links",
    file = "Versions/Current",
  },
  {
    "S8: a current version that does not exist", sound.mac_framework:with { files = { ["Versions/Current"] = { link = "B" } } },
    "links-stay-inside", file = "Versions/Current",
  },
  {
    "S9: a folder for a country", mac:with { files = { ["Contents/Resources/jp.lproj/a.strings"] = "" } }, "language-names",
    file = "Contents/Resources/jp.lproj",
  },
  {
    "S9: two folders that differ in letter case", mac:with { files = { ["Contents/Resources/FR.lproj/b.strings"] = "" } }, "name-twins",
    file = "Contents/Resources/fr.lproj",
  },
} do
  test(case[1]) { given = case[2], expect = { findings = 1, [case[3]] = { findings = 1, key = case[4], file = case.file } } }
end

test "S7: retired processors count in programs" {
  given = fixture.framework {}, expect = { ["code-runs-on-devices"] = "not-applicable" },
}

test "S12: a factory of two plug-ins is reported once" {
  given  = mac:with {
    bundles = {
      ["Contents/PlugIns/One.bundle"] = { info = { CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "Make" } } },
      ["Contents/PlugIns/Two.bundle"] = { info = { CFPlugInFactories = { ["68753a44-4d6f-1226-9c60-0050e4c00067"] = "Make" } } },
    },
  },
  expect = {
    verdict = "fail",
    ["unique-factories"] = { findings = 1, message = "the factory 68753a44-4d6f-1226-9c60-0050e4c00067 also belongs to One.bundle" },
  },
}

test "S12: a function that no architecture exports is one finding" {
  given  = sound.loadable_bundle:with {
    info = { CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "Make" } },
    files = { ["Contents/MacOS/Plug"] = { mach_o = { file_type = "bundle", architectures = { "arm64", "x86_64" }, exports = {} } } },
  },
  expect = {
    verdict = "fail", ["plug-in-functions-exported"] = { findings = 1, key = "/CFPlugInFactories/68753A44-4D6F-1226-9C60-0050E4C00067" },
  },
}

test "S8: a library that several images lack is one finding" {
  given  = fixture.application {
    files = {
      ["Contents/MacOS/App"] = { mach_o = { libraries = { "@rpath/libgone.dylib" } } },
      ["Contents/MacOS/tool"] = { mach_o = { libraries = { "@rpath/libgone.dylib" } } },
    },
  },
  expect = { ["libraries-are-found"] = { findings = 1, file = "Contents/MacOS/App" } },
}

-- Findings whose fix is certain carry the change that check --fix makes.
for _, case in ipairs {
  { phone:with { info = { UIRequiresFullScreen = "true" } }, "boolean-types", "set /UIRequiresFullScreen to true" },
  { mac:with { info = { CFBundleVersion = 42 } }, "key-types", "set /CFBundleVersion to '42'" },
  { phone:with { info = { LSRequiresIPhoneOS = false } }, "requires-iphone-os", "set /LSRequiresIPhoneOS to true" },
  { mac:with { info = { CFBundlePackageType = "BNDL" } }, "package-type", "set /CFBundlePackageType to 'APPL'" },
  {
    phone:with { info = { ["UIStatusBarHidden~iPad"] = true } }, "known-qualifiers",
    "rename /UIStatusBarHidden~0iPad to 'UIStatusBarHidden~ipad'",
  },
  { mac:with { info = { ["NSMainNibFile-macOS"] = "Main" } }, "known-qualifiers", "rename /NSMainNibFile-macOS to 'NSMainNibFile-macos'" },
  {
    fixture.application { platform = "ios", info = { UIDeviceFamily = { 2 }, ["UIMainStoryboardFile~ipad"] = "Main" } },
    "qualified-defaults", "add /UIMainStoryboardFile with 'Main'",
  },
  {
    mac:with { info = { CFBundleURLTypes = { {
      CFBundleURLName = "com.example.url", CFBundleURLSchemes = { "example", "other", "example" }, CFBundleTypeRole = "Viewer",
    } } } },
    "declared-once", "remove /CFBundleURLTypes/0/CFBundleURLSchemes/2",
  },
  {
    mac:with { info = { CFPlugInDynamicRegistration = true } }, "dynamic-registration",
    "set /CFPlugInDynamicRegistration to 'YES'",
  },
  {
    mac:with { info = {
      CFPlugInDynamicRegistration = "false", CFPlugInFactories = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = "Make" },
    } },
    "dynamic-registration", "set /CFPlugInDynamicRegistration to 'NO'",
  },
  { phone:with { info = { UIRequiresFullScreen = "No" } }, "boolean-types", "set /UIRequiresFullScreen to false" },
  { phone:with { info = { UIFileSharingEnabled = "1" } }, "boolean-types", "set /UIFileSharingEnabled to true" },
  { phone:with { info = { UIStatusBarHidden = "y" } }, "boolean-types", "set /UIStatusBarHidden to true" },
  { phone:with { info = { UISupportsDocumentBrowser = "YES" } }, "boolean-types", "set /UISupportsDocumentBrowser to true" },
  { phone:with { info = { UIApplicationSupportsIndirectInputEvents = 1 } }, "boolean-types",
    "set /UIApplicationSupportsIndirectInputEvents to true" },
  {
    mac:with { info = { CFPlugInTypes = { ["68753A44-4D6F-1226-9C60-0050E4C00067"] = { "{68753A44-4D6F-1226-9C60-0050E4C00068}" } } } },
    "plug-in-identifiers", "set /CFPlugInTypes/68753A44-4D6F-1226-9C60-0050E4C00067/0 to '68753A44-4D6F-1226-9C60-0050E4C00068'",
  },
  {
    fixture.extension { platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.safari.web_extension" } } },
    "known-extension-point", "set /NSExtension/NSExtensionPointIdentifier to 'com.apple.Safari.web-extension'",
  },
  {
    mac:with { info = { CFPlugInFactories = { [" 68753A44-4D6F-1226-9C60-0050E4C00067"] = "Make" } } },
    "plug-in-identifiers", "rename /CFPlugInFactories/ 68753A44-4D6F-1226-9C60-0050E4C00067 to '68753A44-4D6F-1226-9C60-0050E4C00067'",
  },
} do
  local bundle, rule, edit = table.unpack(case)
  test(rule .. " is fixed: " .. edit) { given = bundle, expect = { [rule] = { edit = edit } } }
end

-- Values that certainly break are errors; values that may be meant, or do no harm, are not.
local function types(...)
  return mac:with { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "A", LSItemContentTypes = { ... } } } } }
end
local function linked(library, inner)
  return mac:with {
    files = { ["Contents/MacOS/App"] = { mach_o = {
      libraries = { library }, rpaths = { "/usr/local/lib", "@executable_path/../Frameworks" },
    } } },
    bundles = { ["Contents/Frameworks/" .. inner .. ".framework"] = fixture.framework {} },
  }
end
-- An app that links against a library, which links against another one, which lacks a third.
local function lacking_at_third_hand(library)
  local function part(name) return { mach_o = { file_type = "dylib", id = "a", libraries = { name } } } end
  return mac:with { files = {
    ["Contents/MacOS/App"] = { mach_o = { libraries = { library } } },
    ["Contents/libs/liba.dylib"] = part "@loader_path/libb.dylib", ["Contents/libs/libb.dylib"] = part "@loader_path/libc.dylib",
  } }
end
local function lacking(library)
  return mac:with { files = { ["Contents/MacOS/App"] = { mach_o = {
    libraries = { library }, rpaths = { "@executable_path/../Frameworks" },
  } } } }
end
-- A framework that lacks a library, in an app that links against another one.
local function framework_lacking(library, other)
  return lacking(other):with { bundles = { ["Contents/Frameworks/Inner.framework"] = fixture.framework {
    info = { CFBundleIdentifier = "com.example.app.inner" },
    files = { ["Versions/A/Inner"] = { mach_o = {
      file_type = "dylib", id = "@rpath/Inner.framework/Versions/A/Inner", libraries = { library },
    } } },
  } } }
end
-- An app for both processors that contains a helper or plug-in for fewer.
local function partial(path, ...)
  local name, kind = path:match("(%w+)%.(%w+)$")
  local inner = kind == "app" and fixture.application {} or fixture.plugin {}
  return mac:with {
    files = { ["Contents/MacOS/App"] = { mach_o = { architectures = { "arm64", "x86_64" } } } },
    bundles = { [path] = inner:with {
      info = { CFBundleIdentifier = "com.example.app.inner" },
      files = { ["Contents/MacOS/" .. name] = { mach_o = { architectures = { ... } } } },
    } },
  }
end
for index, case in ipairs {
  { partial("Contents/Helpers/Tool.app", "x86_64"), "helper-architectures", "pass" },
  { partial("Contents/Helpers/Tool.app", "i386"), "helper-architectures", "fail" },
  { partial("Contents/PlugIns/Plug.bundle", "x86_64"), "helper-architectures", "fail" },
  { types("public.pdf"), "public-types", "fail" }, { types("public.pdf", "com.adobe.pdf"), "public-types", "pass" },
  {
    mac:with { info = { UTExportedTypeDeclarations = { {
      UTTypeIdentifier = "com.example.sheet", UTTypeConformsTo = { "public.file" },
    } } } }, "public-types", "pass",
  },
  { linked("@rpath/QtCore.framework/Versions/A/QtCore", "QtCore"), "run-paths-order", "fail" },
  { linked("@rpath/Own.framework/Versions/A/Own", "Own"), "run-paths-order", "pass" },
  { linked("@rpath/Calibre.framework/Versions/A/Calibre", "Calibre"), "run-paths-order", "pass" },
  { linked("@rpath/WithQt.framework/Versions/A/WithQt", "WithQt"), "run-paths-order", "pass" },
  {
    linked("@rpath/liba.dylib", "Own"):with { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = {
      file_type = "dylib", id = "@rpath/liba.dylib",
    } } } }, "run-paths-order", "fail",
  },
  { mac:with { files = { ["Contents/Resources/.env"] = "API_TOKEN=x" } }, "must-not-ship", "fail" },
  { mac:with { files = { ["Contents/Resources/.env"] = "PORT=80" } }, "must-not-ship", "pass" },
  { mac:with { without = "CFBundleExecutable" }, "application-keys", "pass" },
  { mac:with { info = { CFBundleExecutable = " " } }, "application-keys", "fail" },
  {
    mac:with { without = "CFBundleExecutable", files = { ["Contents/MacOS/App"] = false, ["Contents/MacOS/Other"] = { mach_o = {} } } },
    "application-keys", "fail",
  },
  { phone:with { without = "CFBundleExecutable" }, "application-keys", "fail" },
  { lacking_at_third_hand "@executable_path/../libs/liba.dylib", "loose-libraries-are-found", "fail" },
  { lacking_at_third_hand "/usr/lib/libSystem.B.dylib", "loose-libraries-are-found", "pass" },
  { lacking "/opt/x/libx.dylib", "libraries-are-found", "fail" },
  { lacking "/Library/Frameworks/Mono.framework/Mono", "libraries-are-found", "pass" },
  { lacking "/Users/me/Library/Frameworks/Mono.framework/Mono", "libraries-are-found", "fail" },
  { lacking "@rpath/libgone.dylib", "libraries-are-found", "pass" },
  { phone:with { files = { App = { mach_o = { platform = "ios", libraries = { "@rpath/Gone.framework/Gone" } } } } },
    "libraries-are-found", "fail" },
  {
    lacking("@loader_path/liba.dylib"):with { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = {
      file_type = "dylib", id = "@rpath/liba.dylib",
    } } } }, "libraries-are-found", "fail",
  },
  {
    lacking("@rpath/liba.dylib"):with { files = { ["Contents/Frameworks/liba.dylib"] = { mach_o = {
      file_type = "dylib", id = "@rpath/liba.dylib", libraries = { "/opt/x/libx.dylib" },
    } } } }, "libraries-are-found", "fail",
  },
  {
    mac:with { files = {
      ["Contents/Frameworks/liba.dylib"] = { mach_o = {
        file_type = "dylib", id = "@rpath/liba.dylib", libraries = { "/opt/x/libx.dylib" },
      } },
      -- Nobody says that the app loads this one.
      ["Contents/Frameworks/libb.dylib"] = { mach_o = { file_type = "dylib", id = "b", libraries = { "@loader_path/liba.dylib" } } },
    } }, "libraries-are-found", "pass",
  },
  { fixture.framework {}:with { files = { ["Versions/A/Kit"] = { mach_o = {
    file_type = "dylib", id = "@rpath/Kit.framework/Versions/A/Kit", libraries = { "/opt/x/libx.dylib" },
  } } } }, "libraries-are-found", "pass" },
  { fixture.archive { bundles = { ["Products/Applications/App.app"] = framework_lacking("/opt/x/libx.dylib",
    "@rpath/Inner.framework/Versions/A/Inner") } }, "libraries-are-found", "fail" },
  { lacking "@executable_path/../Frameworks/libgone.dylib", "libraries-are-found", "fail" },
  { lacking "@loader_path/libgone.dylib", "libraries-are-found", "fail" },
  { framework_lacking("/opt/x/libx.dylib", "/usr/lib/libSystem.B.dylib"), "libraries-are-found", "pass" },
  { framework_lacking("/opt/x/libx.dylib", "@rpath/Inner.framework/Versions/A/Inner"), "libraries-are-found", "fail" },
  { framework_lacking("@executable_path/libgone.dylib", "@rpath/Inner.framework/Versions/A/Inner"), "libraries-are-found", "pass" },
} do
  local bundle, rule, verdict = table.unpack(case)
  test(("severity %d: %s, verdict %s"):format(index, rule, verdict)) {
    given = bundle, expect = { verdict = verdict, [rule] = "fail" },
  }
end

-- A likely problem is a warning, which does not fail the bundle.
for name, library in pairs { fail = "Kit.framework/Versions/A/Kit", pass = "libkit.dylib" } do
  test("S8: code that the app contains, but not where the loader looks: " .. library) {
    given  = fixture.application {
      files = {
        ["Contents/MacOS/App"] = { mach_o = { libraries = { "@rpath/" .. library }, rpaths = { "@executable_path/../lib" } } },
        ["Contents/Frameworks/libkit.dylib"] = { mach_o = { file_type = "dylib", id = "@rpath/libkit.dylib" } },
      },
      bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
    },
    expect = { verdict = name, ["libraries-are-found"] = { findings = 1, message = "not where the loader looks" } },
  }
end

for media, verdict in pairs { ["Image,Images"] = "pass", ["Images,Videos"] = "fail" } do
  local list = {}
  for name in media:gmatch("[^,]+") do list[#list + 1] = name end
  test("media of a photo editing extension: " .. media) {
    given  = phone:with { bundles = { ["PlugIns/Share.appex"] = fixture.extension { info = { NSExtension = {
      NSExtensionPointIdentifier = "com.apple.photo-editing", NSExtensionPrincipalClass = "Editor",
      NSExtensionAttributes = { PHSupportedMediaTypes = list },
    } } } } },
    expect = { verdict = verdict, ["photo-media-types"] = { findings = media:find("Videos") and 2 or 1 } },
  }
end

-- Failures that people reported in public: the fault is found in its place, and nothing in the repaired bundle. The tests of the stores'
-- policies have the rest.
for _, failure in ipairs(failures) do
  local case, rule = cases[failure.report], failure.rule:match("[^/]+$")
  if not failure.rule:find("^apple%.app%-store") then
    test("reported: " .. failure.report .. ": " .. failure.fault) {
      given = case.faulty, expect = {
        verdict = failure.why and "pass" or "fail", [rule] = { status = "fail", key = case.key, file = case.file },
      },
    }
    test("repaired: " .. failure.report) { given = case.sound, expect = { verdict = "pass", findings = 0 } }
  end
end

test "sealed-files: a plug-in by itself may be input for a build" {
  given  = fixture.plugin { signed = { removed = "Contents/Resources/a.txt" } },
  expect = { verdict = "pass", ["sealed-files"] = { findings = 1 } },
}

test "sealed-files: a plug-in in an app is not signed again" {
  given  = fixture.application { signed = true, bundles = {
    ["Contents/PlugIns/Plug.bundle"] = { kind = "plugin", signed = { removed = "Contents/Resources/a.txt" } },
  } },
  expect = { verdict = "fail", ["sealed-files"] = { findings = 1 } },
}
