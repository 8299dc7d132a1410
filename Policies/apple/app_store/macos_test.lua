-- An app that the Mac App Store accepts, and what it rejects although others accept it with a warning.
local cases = import "apple.fixtures.field_bundles"
local failures = import "apple.fixtures.field_failures"
local sound = import "apple.fixtures.sound"

local place = "Contents/Resources/"

local accepted = sound.mac:with {
  info = {
    BuildMachineOSBuild = "25A354", CFBundleIconName = "App", DTPlatformName = "macosx", DTPlatformVersion = "26.0", DTSDKBuild = "25A352",
    DTSDKName = "macosx26.0", DTXcode = "2600", DTXcodeBuild = "17A324", LSApplicationCategoryType = "public.app-category.utilities",
    CFBundleDocumentTypes = { {
      CFBundleTypeName = "Sheet", CFBundleTypeRole = "Editor", LSHandlerRank = "Owner", LSItemContentTypes = { "com.example.sheet" },
    } },
  },
  files = { [place .. "Assets.car"] = { catalog = { assets = { {
    name = "App", kind = "icon", images = { { width = 1024, scale = 2, idiom = "mac" } },
  } } } } },
}

test "an app that the store accepts" { given = accepted, expect = { verdict = "pass", findings = 0 } }
test "an app with lists that the store accepts" {
  given  = accepted:with { info = { CFBundleHelpBookFolder = { "App.help" }, CFBundleHelpBookName = { "com.example.app.help" } } },
  expect = { verdict = "pass", findings = 0 },
}

test "an extension outside the sandbox is reported once" {
  given  = accepted:with { bundles = { ["Contents/PlugIns/Share.appex"] = {
    signed = { team = "ABCDE12345" }, entitlements = { other = true },
  } } },
  expect = { verdict = "fail", ["extension-sandboxed"] = { findings = 1 }, ["sandboxed"] = "pass" },
}

for name, case in pairs {
  ["a program that may not run"] = {
    "executable-may-run", { files = { ["Contents/MacOS/tool"] = { mach_o = {}, executable = false } } },
  },
  ["code for a later system"] = { "mac-code-runs-on-minimum-system", { info = { LSMinimumSystemVersion = "10.13" } } },
  ["a framework without an identifier"] = {
    "mac-framework-identifier", { bundles = { ["Contents/Frameworks/Kit.framework"] = { without = "CFBundleIdentifier" } } },
  },
  ["a helper with the app's identifier"] = {
    "mac-nested-identifiers", { bundles = { ["Contents/Helpers/Tool.app"] = { info = { CFBundleIdentifier = "com.example.app" } } } },
  },
  ["an identifier with other characters"] = {
    "other-identifier-characters",
    { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.a_b.kit" } } } },
  },
  ["a resource bundle that names an executable"] = {
    "plugin-executable", { bundles = { [place .. "Kit_Kit.bundle"] = fixture.plugin { files = { ["Contents/MacOS/Kit_Kit"] = false } } } },
  },
  ["a privacy manifest with an unknown key"] = {
    "mac-privacy-manifest", { files = { [place .. "PrivacyInfo.xcprivacy"] = "<plist><dict><key>Other</key><true/></dict></plist>" } },
  },
} do
  local rule, change = table.unpack(case)
  test("refused: " .. name) { given = accepted:with(change), expect = { verdict = "fail", [rule] = "fail" } }
end

-- Refusals that people reported in public.
for _, failure in ipairs(failures) do
  local case, rule = cases[failure.report], failure.rule:match("^apple%.app%-store%.macos/(.+)")
  if rule then
    test("reported: " .. failure.report .. ": " .. failure.fault) {
      given = case.faulty, expect = {
        verdict = failure.why and "pass" or "fail", [rule] = { status = "fail", key = case.key, file = case.file },
      },
    }
    test("repaired: " .. failure.report) { given = case.sound, expect = { [rule] = "pass" } }
  end
end
