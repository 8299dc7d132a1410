-- Each test plants one defect that only apple.strict reports, in whole bundles. Sound bundles have notes here.
local sound = import "fixtures.sound"
local mac, phone, universal = sound.mac, sound.phone, sound.universal

for _, case in ipairs {
  {
    "S1: a property list with braces",
    sound.loadable_bundle:with { files = { ["Contents/Info.plist"] = '{ CFBundleIdentifier = "com.example.plug"; }' } },
    "info-plist-encoding", file = "Contents/Info.plist",
  },
  { "S2: an iOS app without display name", phone:with { without = "CFBundleDisplayName" }, "documented-ios-keys", "CFBundleDisplayName" },
  {
    "S2: an iOS app without capabilities", phone:with { without = "UIRequiredDeviceCapabilities" }, "documented-ios-keys",
    "UIRequiredDeviceCapabilities",
  },
  {
    "S2: an iOS app without icons", universal:with { without = { "CFBundleIconFiles", "CFBundleIcons", "CFBundleIcons~ipad" } },
    "documented-ios-icons", "CFBundleIcons",
  },
  { "S2: a Mac app without display name", mac:with { without = "CFBundleDisplayName" }, "documented-mac-keys", "CFBundleDisplayName" },
  { "S2: a Mac app without signature", mac:with { without = "CFBundleSignature" }, "documented-mac-keys", "CFBundleSignature" },
  {
    "S2: a Mac app without copyright", mac:with { without = "NSHumanReadableCopyright" }, "considered-mac-keys", "NSHumanReadableCopyright",
  },
  {
    "S2: a Mac app without a minimum system", mac:with { without = "LSMinimumSystemVersion" }, "considered-mac-keys",
    "LSMinimumSystemVersion",
  },
  { "S2: a Mac app without principal class", mac:with { without = "NSPrincipalClass" }, "considered-mac-keys", "NSPrincipalClass" },
  { "S2: a nib with extension", mac:with { info = { NSMainNibFile = "MainMenu.nib" } }, "nib-without-extension", "NSMainNibFile" },
  { "S2: no interface", phone:with { without = "UIMainStoryboardFile" }, "main-interface", "UIMainStoryboardFile" },
  {
    "S3: another version of the format", mac:with { info = { CFBundleInfoDictionaryVersion = "5.0" } }, "dictionary-version",
    "CFBundleInfoDictionaryVersion",
  },
  { "S3: a name of 16 characters", mac:with { info = { CFBundleName = "Sixteen letters!" } }, "bundle-name-length", "CFBundleName" },
  {
    "S3: a document type without icon", mac:with { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text" } } } },
    "document-type-letter", "/CFBundleDocumentTypes/0/CFBundleTypeIconFile",
  },
  {
    "S3: a URL type without role",
    mac:with { info = { CFBundleURLTypes = { { CFBundleURLName = "com.example.url", CFBundleURLSchemes = { "example" } } } } },
    "url-type-letter", "/CFBundleURLTypes/0/CFBundleTypeRole",
  },
  {
    "S3: a URL type with a name of words",
    mac:with { info = { CFBundleURLTypes = { {
      CFBundleURLName = "Web page", CFBundleURLSchemes = { "example" }, CFBundleTypeRole = "Viewer",
    } } } },
    "url-type-letter", "/CFBundleURLTypes/0/CFBundleURLName",
  },
  {
    "S3: a deprecated key", mac:with { info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", NSExportableAs = { "x" } } } } },
    "deprecated-keys", "/CFBundleDocumentTypes/0/NSExportableAs",
  },
  { "S3: a string for a Boolean", mac:with { info = { LSUIElement = "1" } }, "exact-types", "LSUIElement" },
  { "S3: no development region", mac:with { without = "CFBundleDevelopmentRegion" }, "development-region", "CFBundleDevelopmentRegion" },
  { "S3: icons under two keys", universal, "one-icon-way", "CFBundleIconFiles" },
  { "S4: a display name without its short name", phone, "names-together", "CFBundleName", file = "en.lproj/InfoPlist.strings" },
  {
    "S4: a key for one language only", mac, "same-keys", "NSHumanReadableCopyright", file = "Contents/Resources/en.lproj/InfoPlist.strings",
  },
  {
    "S4: a property list instead of a strings file",
    mac:with { files = { ["Contents/Resources/de.lproj/InfoPlist.strings"] = "<plist><dict/></plist>" } }, "strings-format",
    file = "Contents/Resources/de.lproj/InfoPlist.strings",
  },
  { "S4: languages without localized keys", fixture.application { localizations = { en = {}, fr = {} } }, "info-localized" },
  { "S6: a key that looks like Apple's", mac:with { info = { UIOurColor = "red" } }, "apple-looking-keys", "UIOurColor" },
  { "S6: a key with an abbreviation in place of a prefix", mac:with { info = { APIHost = "x" } }, "unprefixed-keys", "APIHost" },
  { "S6: a key without prefix", mac:with { info = { Host = "x" } }, "unprefixed-keys", "Host" },
  { "S7: a build of five digits", mac:with { info = { CFBundleVersion = "10000" } }, "build-version-letter", "CFBundleVersion" },
  { "S7: a second number of three digits", mac:with { info = { CFBundleVersion = "1.100" } }, "build-version-letter", "CFBundleVersion" },
  { "S7: a third number of three digits", mac:with { info = { CFBundleVersion = "1.0.100" } }, "build-version-letter", "CFBundleVersion" },
  { "S7: a first number of 0", mac:with { info = { CFBundleVersion = "0.9" } }, "build-version-letter", "CFBundleVersion" },
  { "S7: a stage above 255", mac:with { info = { CFBundleVersion = "1.0b256" } }, "build-version-letter", "CFBundleVersion" },
  {
    "S7: a release of two numbers", mac:with { info = { CFBundleShortVersionString = "1.0", LSMinimumSystemVersion = "13.0.0" } },
    "three-numbers", "CFBundleShortVersionString",
  },
  {
    "S7: a minimum system of two numbers", mac:with { info = { CFBundleShortVersionString = "1.0.0" } }, "three-numbers",
    "LSMinimumSystemVersion",
  },
  {
    "S7: builds of a new release that start again",
    universal:with {
      info = { CFBundleShortVersionString = "2.0" }, history = { { info = { CFBundleShortVersionString = "1.0", CFBundleVersion = "7" } } },
    },
    "build-always-increases", "CFBundleVersion",
  },
  {
    "S8: an executable with extension", mac:with { info = { CFBundleExecutable = "App.bin" } }, "main-executable-name",
    "CFBundleExecutable",
  },
  {
    "S8: an executable that is not named after its app", phone:with { info = { CFBundleExecutable = "Other" } }, "main-executable-name",
    "CFBundleExecutable",
  },
  {
    "S8: headers in an app",
    mac:with { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Headers/Kit.h"] = "x" } } } }, "no-headers",
    file = "Versions/A/Headers",
  },
  {
    "S8: a library among the resources",
    mac:with { files = { ["Contents/Resources/liba.dylib"] = "x", ["Contents/Resources/lib/libb.dylib"] = "x" } }, "no-code-in-resources",
    file = "Contents/Resources/lib/libb.dylib",
  },
  {
    "S8: an app with a library among the resources",
    mac:with { bundles = { ["Contents/Resources/Tool.app"] = { files = { ["Contents/Resources/liba.dylib"] = "x" } } } },
    "no-code-in-resources", file = "Contents/Resources/Tool.app",
  },
  {
    "S9: a language by its English name", sound.loadable_bundle:with { files = { ["Contents/Resources/French.lproj/a.strings"] = "x" } },
    "legacy-language-names", file = "Contents/Resources/French.lproj",
  },
  {
    "S9: two folders of one language", mac:with { files = { ["Contents/Resources/French.lproj/a.txt"] = "x" } }, "one-folder-per-language",
    file = "Contents/Resources/French.lproj",
  },
  {
    "S9: a region without its language", mac:with { files = { ["Contents/Resources/de_AT.lproj/a.txt"] = "x" } }, "region-has-language",
    file = "Contents/Resources/de_AT.lproj",
  },
  {
    "S9: a region with more than its language", mac:with { files = { ["Contents/Resources/fr_CA.lproj/a.txt"] = "x" } }, "region-files",
    file = "Contents/Resources/fr.lproj/a.txt",
  },
  {
    "S9: a file that one language lacks", mac:with { files = { ["Contents/Resources/fr.lproj/a.txt"] = "x" } }, "same-files",
    file = "Contents/Resources/en.lproj/a.txt",
  },
  { "S3: a setting without a default value", universal:with { bundles = { ["Settings.bundle"] = { info = {
    PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier", Key = "a" } },
  } } } },
    "settings-letter", "/PreferenceSpecifiers/0/DefaultValue" },
  {
    "S10: a size that Spotlight shows", universal:with { files = { ["Icon-Small-40.png"] = false } }, "recommended-icon-sizes",
    file = "Info.plist",
  },
  { "S11: two declarations of a launch image", universal, "one-launch-image-way", "UILaunchImageFile" },
} do
  test(case[1]) { given = case[2], expect = { [case[3]] = { status = "fail", key = case[4], file = case.file } } }
end

test "S8: a library of an app among the resources is reported with that app" {
  given  = mac:with { bundles = { ["Contents/Resources/Tool.app"] = { files = { ["Contents/Frameworks/liba.dylib"] = "x" } } } },
  expect = { ["no-code-in-resources"] = { findings = 1 } },
}

test "S8: several libraries among the resources are one finding" {
  given  = mac:with { files = { ["Contents/Resources/liba.dylib"] = "x", ["Contents/Resources/libb.dylib"] = "x" } },
  expect = { ["no-code-in-resources"] = { findings = 1, file = "Contents/Resources/liba.dylib" } },
}

-- Findings whose fix is certain carry the change that check --fix makes.
for _, case in ipairs {
  { mac:with { info = { CFBundleInfoDictionaryVersion = "5.0" } }, "dictionary-version", "set /CFBundleInfoDictionaryVersion to '6.0'" },
  { mac:with { info = { NSMainNibFile = "MainMenu.nib" } }, "nib-without-extension", "set /NSMainNibFile to 'MainMenu'" },
  { mac:with { info = { LSUIElement = "YES" } }, "exact-types", "set /LSUIElement to true" },
  { mac:with { info = { LSUIElement = 0 } }, "exact-types", "set /LSUIElement to false" },
} do
  local bundle, rule, edit = table.unpack(case)
  test(rule .. " is fixed: " .. edit) { given = bundle, expect = { [rule] = { edit = edit } } }
end

-- Code without an SDK runs; the store looks for it.
test "S8: code that does not state its SDK" {
  given  = mac:with { files = { ["Contents/MacOS/App"] = {
    base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAhQAAAAAAAAAyAAAAGAAAAAEAAAAAAAsAAAAAAAAAAAA=",
  } } },
  expect = { verdict = "pass", ["builds-stated"] = { findings = 1, file = "Contents/MacOS/App" } },
}
