-- Tests of the cookbook with whole bundles; tests of single rules with small bundles are in their examples.

local signing = { signer = "Developer ID Application: Example (ABCDE12345)", timestamp = "2026-05-31", has_hardened_runtime = true }

local mac = fixture.application {
  signed = signing,
  info = {
    CFBundleDisplayName = "Hello", CFBundleIconFile = "App", CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42",
    NSHumanReadableCopyright = "Copyright © 2026 Example",
    DTXcode = "2600", DTSDKName = "macosx26.0", ["com.example.Commit"] = ("0a"):rep(20),
  },
  files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic07", "ic10" } } } },
  localizations = {
    en = { Localizable = { greeting = "Hello" } },
    fr = { InfoPlist = { CFBundleDisplayName = "Bonjour" }, Localizable = { greeting = "Bonjour" } },
  },
  history = { { info = { CFBundleVersion = "41" } } },
}

local share = fixture.extension {
  signed = signing, info = { CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42", DTXcode = "2600", DTSDKName = "macosx26.0" },
}

test "a sound Mac app passes" { given = mac, as_of = "2026-06-01", expect = { verdict = "pass", findings = 0 } }

test "in the next year, the copyright is out of date" {
  given  = mac, as_of = "2027-01-01",
  expect = { ["copyright-year"] = { key = "NSHumanReadableCopyright", findings = 1, message = "does not name 2027" } },
}

test "a sound Mac app with an extension and a framework of our own passes" {
  given = mac:with { bundles = {
    ["Contents/PlugIns/Share.appex"] = share,
    ["Contents/Frameworks/Kit.framework"] = fixture.framework { signed = signing },
  } },
  expect = { verdict = "pass", ["extension-versions"] = "pass", ["extension-identifiers"] = "pass", ["minimum-os-inside"] = "pass" },
}

test "a sound phone app passes" {
  given = fixture.application {
    platform = "ios",
    info = {
      CFBundleDisplayName = "Hello", CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42", ITSAppUsesNonExemptEncryption = false,
      DTXcode = "2600", DTSDKName = "iphoneos26.0", ["com.example.Commit"] = ("0a"):rep(20),
      CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon60x60" } } },
    },
    files = {
      ["AppIcon60x60@2x.png"] = { png = { width = 120 } },
      ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><false/></dict></plist>",
    },
    localizations = {
      en = { Localizable = { greeting = "Hello" } },
      fr = { InfoPlist = { CFBundleDisplayName = "Bonjour" }, Localizable = { greeting = "Bonjour" } },
    },
  },
  expect = { verdict = "pass", ["phone-icons"] = "pass", ["privacy-manifest"] = "pass", ["mac-icon"] = "not-applicable" },
}

test "an outdated extension has two findings: its build number and its minimum system" {
  given = mac:with { bundles = { ["Contents/PlugIns/Share.appex"] = share:with {
    info = { CFBundleVersion = "41", LSMinimumSystemVersion = "14.0" },
  } } },
  expect = {
    verdict = "fail",
    ["extension-versions"] = { key = "CFBundleVersion", findings = 1, message = "41" },
    ["minimum-os-inside"] = { key = "LSMinimumSystemVersion", findings = 1 },
  },
}

test "a vendor's framework inside an approved one is reported" {
  given = mac:with { bundles = { ["Contents/Frameworks/Kit.framework"] = fixture.framework {
    bundles = { ["Versions/A/Frameworks/Track.framework"] = fixture.framework { info = { CFBundleIdentifier = "net.tracker.Track" } } },
  } } },
  expect = { ["vendored-frameworks"] = { key = "CFBundleIdentifier", findings = 1 } },
}

test "a library of the build machine is reported at any depth" {
  given = mac:with { files = { ["Contents/Frameworks/plugins/libgreet.dylib"] = { mach_o = {
    file_type = "dylib", libraries = { "/usr/local/lib/libz.dylib", "/usr/lib/libSystem.B.dylib" },
  } } } },
  expect = { ["linked-libraries"] = { file = "Contents/Frameworks/plugins/libgreet.dylib", findings = 1, message = "/usr/local" } },
}

test "leftovers in an extension are reported, too" {
  given = mac:with { bundles = {
    ["Contents/PlugIns/Share.appex"] = share:with { files = { ["Contents/Resources/.DS_Store"] = "" } },
  } },
  expect = { ["no-leftovers"] = { file = "Contents/PlugIns/Share.appex/Contents/Resources/.DS_Store", findings = 1 } },
}

test "without an earlier build, the minimum is not raised" {
  given = fixture.application { info = { LSMinimumSystemVersion = "15.0" } },
  expect = { ["minimum-os-stays"] = "not-applicable", ["sparkle-updates"] = "not-applicable" },
}

test "an iPad app needs its icons" {
  given = fixture.application {
    platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
  },
  expect = { ["phone-icons"] = { key = "/CFBundleIcons~0ipad/CFBundlePrimaryIcon/CFBundleIconFiles/0", findings = 1 } },
}

test "rules about whole apps do not apply to their parts" {
  given  = fixture.plugin { files = { ["Contents/Resources/GoogleService-Info.plist"] = "<plist><dict/></plist>" } },
  expect = {
    ["commit-recorded"] = "not-applicable", ["approved-sdks"] = "not-applicable", ["embedded-swift"] = "not-applicable",
    ["firebase-project"] = "not-applicable", ["tracking"] = "not-applicable",
  },
}

test "a framework on its own is not part of an XCFramework" {
  given = fixture.framework {}, expect = { ["xcframework-privacy"] = "not-applicable" },
}
