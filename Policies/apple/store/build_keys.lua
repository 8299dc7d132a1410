local values = import "apple.values"

-- The names that Xcode writes for each platform.
local platforms = {
  ios = "iphoneos", tvos = "appletvos", watchos = "watchos", visionos = "xros", macos = "macosx", catalyst = "macosx",
}

-- The keys without which the store does not know what built the app.
local required = { "DTPlatformName", "DTPlatformVersion", "DTSDKName", "DTXcode", "DTXcodeBuild" }

-- A build of a beta: its number is at least 5000 and ends with a letter, such as 17A5241e. Releases have up to three digits, or four
-- that start with a lower digit.
local function is_beta(build) return build:find("^%d+%u5%d%d%d%l$") ~= nil end

-- For the examples: what Xcode writes; false removes a key.
local usual = {
  BuildMachineOSBuild = "25A354", DTPlatformVersion = "26.0", DTPlatformBuild = "23A339", DTSDKBuild = "23A339", DTSDKName = "iphoneos26.0",
  DTXcode = "2600", DTXcodeBuild = "17A324",
}
local function keys_of(platform, changes)
  local result = { DTPlatformName = platforms[platform] }
  for key, value in pairs(usual) do result[key] = value end
  for key, value in pairs(changes or {}) do
    if value then result[key] = value else result[key] = nil end
  end
  return result
end

-- Declares the rule for bundles of these platforms.
return function(supported)
  local platform = supported[1]
  rule "build-keys" {
    summary   = "The app must state the released versions of Xcode, SDK and macOS that built it",
    severity  = "error",
    rationale = "Xcode writes these keys into Info.plist, and the store rejects an app without them, or one that a beta of Xcode, of an "
      .. "SDK or of macOS built. Betas are accepted only for TestFlight, and only the current ones.",
    source    = { "ITMS-90111", "ITMS-90301", "ITMS-90507", "ITMS-90508", "ITMS-90534" },
    tags      = { "ITMS-90111", "ITMS-90301", "ITMS-90507", "ITMS-90508", "ITMS-90534" },
    applies   = { kind = "application", platform = supported, nested = false },
    check     = function(bundle, report)
      local info = bundle.info
      for _, key in ipairs(required) do
        if not values.text(info[key]) then
          report:missing(info, key, "Info.plist does not state %s", key, {
            expected = "the value that Xcode writes", fix = "archive the app with Xcode, or copy the key from an app that Xcode built",
          })
        end
      end
      local name = values.text(info.DTPlatformName)
      if name and name ~= platforms[bundle.platform] then
        report:at(info, "DTPlatformName", "'%s' is not the platform of an app for %s", name, values.system(bundle.platform), {
          expected = platforms[bundle.platform], fix = "archive the app for a device",
        })
      end
      for _, key in ipairs { "DTXcodeBuild", "DTSDKBuild", "DTPlatformBuild", "BuildMachineOSBuild" } do
        local build = values.text(info[key])
        if build and is_beta(build) then
          report:at(info, key, "%s is a beta: %s", key == "DTXcodeBuild" and "the Xcode that built the app"
            or key == "BuildMachineOSBuild" and "the macOS on which the app was built" or "the SDK of the app", build, {
            expected = "a released version, or a release candidate", fix = "build with released versions of Xcode and macOS",
          })
        end
      end
    end,
    examples  = {
      pass = {
        { info = keys_of(platform) }, { info = keys_of(platform, { DTXcodeBuild = "16A242d", DTSDKBuild = "22A3362" }) },
        { info = keys_of(platform, { BuildMachineOSBuild = "24A8332", DTPlatformBuild = "" }) },
        { info = keys_of(platform, { BuildMachineOSBuild = { 1 }, DTXcodeBuild = "5000a" }) },
        { info = keys_of(platform, { BuildMachineOSBuild = "X17A5241e", DTXcodeBuild = "17A5241ef" }) },
      },
      fail = {
        { info = keys_of(platform, { DTPlatformName = false }), at = "/DTPlatformName" },
        { info = keys_of(platform, { DTXcodeBuild = false }), at = "/DTXcodeBuild" },
        { info = keys_of(platform, { DTSDKName = "$(SDK_NAME)" }), at = "/DTSDKName" },
        { info = keys_of(platform, { DTXcode = false, DTPlatformVersion = false }), at = { "/DTXcode", "/DTPlatformVersion" } },
        { info = keys_of(platform, { DTPlatformName = "iphonesimulator" }), at = "/DTPlatformName" },
        {
          info = keys_of(platform, { DTXcodeBuild = "17A5241e" }), message = "the Xcode that built the app is a beta", at = "/DTXcodeBuild",
        },
        { info = keys_of(platform, { DTSDKBuild = "23A5276e" }), message = "the SDK of the app is a beta", at = "/DTSDKBuild" },
        { info = keys_of(platform, { DTPlatformBuild = "23A5276e" }), at = "/DTPlatformBuild" },
        { info = keys_of(platform, { BuildMachineOSBuild = "25A5316i" }), message = "the macOS on which", at = "/BuildMachineOSBuild" },
        { platform = supported[2], info = keys_of(platform, { DTPlatformName = "other" }), at = "/DTPlatformName" },
      },
    },
  }
end
