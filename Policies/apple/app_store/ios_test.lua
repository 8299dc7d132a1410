-- An app that the store accepts, and what it rejects although others accept it with a warning.
local cases = import "apple.fixtures.field_bundles"
local failures = import "apple.fixtures.field_failures"
local sound = import "apple.fixtures.sound"

local code = { platform = "ios", minimum_os = "16.4", sdk = "26.0", is_encrypted = false }
local function linked(fields)
  local result = {}
  for key, value in pairs(code) do result[key] = value end
  for key, value in pairs(fields) do result[key] = value end
  return { mach_o = result }
end

local accepted = sound.phone:with {
  info = {
    BuildMachineOSBuild = "25A354", DTPlatformName = "iphoneos", DTPlatformVersion = "26.0", DTSDKBuild = "23A339",
    DTSDKName = "iphoneos26.0",
    DTXcode = "2600", DTXcodeBuild = "17A324", ITSAppUsesNonExemptEncryption = false, MinimumOSVersion = "16.4",
  },
  files = { App = linked {} },
  bundles = {
    ["PlugIns/Share.appex"] = {
      info = { CFBundleDisplayName = "Share", MinimumOSVersion = "16.4" }, files = { Share = linked { imports = "_NSExtensionMain" } },
    },
    ["Frameworks/Kit.framework"] = {
      info = { MinimumOSVersion = "16.4" }, files = { Kit = linked { file_type = "dylib", id = "@rpath/Kit.framework/Kit" } },
    },
  },
}

test "an app that the store accepts" { given = accepted, as_of = "2026-11-01", expect = { verdict = "pass", findings = 0 } }

for name, case in pairs {
  ["a background mode that does not exist"] = { "background-modes", { info = { UIBackgroundModes = { "music" } } } },
  ["a string for a Boolean"] = { "boolean-types", { info = { UIFileSharingEnabled = "YES" } } },
  ["a family of another platform"] = { "device-families", { info = { UIDeviceFamily = { 1, 2, 3 } } } },
  ["an executable that may not run"] = { "executable-may-run", { files = { App = (function()
    local app = linked {}
    app.executable = false
    return app
  end)() } } },
  ["an App Clip with another version"] = { "companion-versions", { bundles = { ["AppClips/Clip.app"] = { info = {
    CFBundleVersion = "9", MinimumOSVersion = "16.4",
  } } } } },
} do
  local rule, change = table.unpack(case)
  test("refused: " .. name) { given = accepted:with(change), as_of = "2026-11-01", expect = { verdict = "fail", [rule] = "fail" } }
end

-- Refusals that people reported in public.
for _, failure in ipairs(failures) do
  local case, rule = cases[failure.report], failure.rule:match("^apple%.app%-store%.ios/(.+)")
  if rule then
    test("reported: " .. failure.report .. ": " .. failure.fault) {
      given = case.faulty, expect = {
        verdict = failure.why and "pass" or "fail", [rule] = { status = "fail", key = case.key, file = case.file },
      },
    }
    test("repaired: " .. failure.report) { given = case.sound, expect = { [rule] = "pass" } }
  end
end
