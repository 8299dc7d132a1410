-- One planted defect a test, in a whole bundle that is otherwise sound: what apple.recommended as a whole makes of it.

-- The information property list, its keys, versions and identity (S1, S2, S3, S5, S6, S7, S13).

local mac = fixture.application {
  info = {
    CFBundleVersion = "42", NSMainNibFile = "MainMenu",
    CFBundleDocumentTypes = {
      {
        CFBundleTypeName = "Sheet", CFBundleTypeRole = "Editor", CFBundleTypeIconFile = "Sheet", LSHandlerRank = "Owner",
        LSItemContentTypes = { "com.example.sheet" },
      },
    },
    CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLName = "com.example.url", CFBundleURLSchemes = { "example" } } },
  },
  files = { ["Contents/Resources/MainMenu.nib"] = "x", ["Contents/Resources/Sheet.icns"] = { icns = { types = { "ic07" } } } },
  bundles = {
    ["Contents/Frameworks/Kit.framework"] = fixture.framework {},
    ["Contents/XPCServices/Service.xpc"] = fixture.extension { info = { CFBundleIdentifier = "com.example.app.service", XPCService = { ServiceType = "Application" } }, without = "NSExtension" },
  },
}

local phone = fixture.application {
  platform = "ios",
  info = {
    NSCameraUsageDescription = "To scan the codes on your tickets", UIRequiredDeviceCapabilities = { "arm64" },
    ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" },
  },
  bundles = { ["PlugIns/Share.appex"] = fixture.extension { platform = "ios" } },
}

local mine = {
  "info-plist-name", "nothing-dropped", "application-keys", "key-types", "known-values", "complete-entries", "document-types",
  "document-type-forms", "url-types", "keys-not-empty", "unresolved-variables", "usage-description-texts", "superseded-keys",
  "qualified-defaults", "known-qualifiers", "fixed-keys", "misspelt-keys", "misplaced-keys", "build-version", "short-version",
  "minimum-system-form", "identifier-characters", "identifier-form", "nested-identifiers", "signature", "executable",
  "interface-files", "type-icons",
}

local function silent(extra)
  local expected = { verdict = "pass" }
  for _, rule in ipairs(mine) do expected[rule] = "pass" end
  for rule, status in pairs(extra) do expected[rule] = status end
  return expected
end

test "S1 to S13: a sound application for the Mac" {
  given  = mac,
  expect = silent { ["mac-application-keys"] = "pass", ["mac-framework-keys"] = "pass", ["build-increases"] = "not-applicable" },
}

test "S1 to S13: a sound application for iOS" {
  given  = phone,
  expect = silent { ["mobile-application-keys"] = "pass", ["requires-iphone-os"] = "pass", ["icons-dictionary"] = "pass" },
}

test "S1: a twin of Info.plist in small letters" {
  given  = mac:with { files = { ["Contents/info.plist"] = "{}" } },
  expect = { ["info-plist-name"] = { findings = 1, file = "Contents/info.plist" } },
}

test "S2: an application without an executable" {
  given  = phone:with { without = "CFBundleExecutable" },
  expect = { verdict = "fail", ["application-keys"] = { findings = 1, key = "CFBundleExecutable" } },
}

test "S2: an empty name and an empty version, as CMake.app ships them" {
  given  = mac:with { info = { CFBundleName = "", CFBundleVersion = "" } },
  expect = {
    verdict = "fail", ["application-keys"] = { findings = 1, key = "CFBundleVersion", message = "empty" },
    ["mac-application-keys"] = { findings = 1, key = "CFBundleName" }, ["keys-not-empty"] = "pass", ["build-version"] = "pass",
  },
}

test "S3: a value of the wrong type is found once" {
  given  = mac:with { info = { CFBundleVersion = 42 } },
  expect = { verdict = "fail", ["key-types"] = { findings = 1, key = "CFBundleVersion" }, ["build-version"] = "pass" },
}

test "S3: a wrong type deep inside" {
  given  = mac:with { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLSchemes = "example" } } } },
  expect = { verdict = "fail", ["key-types"] = { findings = 1, key = "/CFBundleURLTypes/0/CFBundleURLSchemes" }, ["url-types"] = "pass" },
}

test "S3: a role that doesn't exist" {
  given  = mac:with { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Reader", CFBundleURLSchemes = { "example" } } } } },
  expect = { ["known-values"] = { findings = 1, key = "/CFBundleURLTypes/0/CFBundleTypeRole" } },
}

test "S3: a camera without a reason" {
  given  = phone:with { info = { NSCameraUsageDescription = "" } },
  expect = { verdict = "fail", ["usage-descriptions"] = { findings = 1, key = "NSCameraUsageDescription" }, ["usage-description-texts"] = "pass", ["keys-not-empty"] = "pass" },
}

test "S3: a variable that nobody replaced is found once" {
  given  = phone:with { info = { CFBundleIdentifier = "com.example.$(PRODUCT_NAME)" } },
  expect = {
    verdict = "fail", ["unresolved-variables"] = { findings = 1, key = "CFBundleIdentifier" }, ["identifier-characters"] = "pass",
    ["identifier-prefix"] = "pass",
  },
}

test "S5: orientations for the iPad alone" {
  given  = phone:with { without = "UISupportedInterfaceOrientations" },
  expect = { ["qualified-defaults"] = { findings = 1, key = "/UISupportedInterfaceOrientations~0ipad" } },
}

test "S5: a device in capitals" {
  given  = phone:with { info = { ["UIStatusBarHidden~iPad"] = true } },
  expect = { verdict = "fail", ["known-qualifiers"] = { findings = 1, key = "/UIStatusBarHidden~0iPad" }, ["misspelt-keys"] = "pass" },
}

test "S6: a slip of the finger" {
  given  = mac:with { info = { NSHumanReadableCopyrigth = "© 2026 Example" } },
  expect = { ["misspelt-keys"] = { findings = 1, key = "NSHumanReadableCopyrigth", message = "NSHumanReadableCopyright" } },
}

test "S6: keys of other people's libraries are nobody's misspelling" {
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

test "S7: a build by date is no defect" {
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

test "S13: another identifier than the last build's" {
  given  = phone:with { history = { { info = { CFBundleIdentifier = "com.example.before" } } } },
  expect = { verdict = "fail", ["identifier-unchanged"] = { findings = 1, key = "CFBundleIdentifier" } },
}

test "S13: an extension of somebody else" {
  given  = phone:with {
    bundles = { ["PlugIns/Share.appex"] = fixture.extension { platform = "ios", info = { CFBundleIdentifier = "com.example.application.share" } } },
  },
  expect = { verdict = "fail", ["identifier-prefix"] = { findings = 1, key = "CFBundleIdentifier" } },
}

test "S13: a framework with the application's identifier" {
  given  = phone:with { bundles = { ["Frameworks/Kit.framework"] = fixture.framework { platform = "ios", info = { CFBundleIdentifier = "com.example.app" } } } },
  expect = { verdict = "fail", ["nested-identifiers"] = { findings = 1 } },
}

test "S13: an executable in other letters" {
  given  = mac:with { info = { CFBundleExecutable = "app" } },
  expect = { verdict = "fail", ["executable"] = { findings = 1, key = "CFBundleExecutable" } },
}

test "S13: a nib and an icon that nobody copied" {
  given  = mac:with { files = { ["Contents/Resources/MainMenu.nib"] = false, ["Contents/Resources/Sheet.icns"] = false } },
  expect = {
    verdict = "fail", ["interface-files"] = { findings = 1, key = "NSMainNibFile" },
    ["type-icons"] = { findings = 1, key = "/CFBundleDocumentTypes/0/CFBundleTypeIconFile" },
  },
}
