local slices = import "apple.code.slices"
local values = import "apple.values"

-- Processors that no device has: code for them is for a simulator, whatever it declares.
local processors = { x86_64 = true, i386 = true }

-- Whether a slice that declares a device is actually for a simulator. Standalone frameworks may serve both.
local function is_in_disguise(bundle, slice)
  return values.is_mobile(bundle) and processors[slice.architecture] and (slice.platform or bundle.platform) == bundle.platform
    and (bundle.kind == "application" or values.host(bundle) ~= nil)
end

rule "not-for-simulators" {
  summary   = "The bundle must be built for devices, not for a simulator",
  severity  = "error",
  rationale = "A build for a simulator does not start on any device, and the store rejects it.",
  source    = { "ITMS-90542", "ITMS-90087", "mach-o/loader.h: LC_BUILD_VERSION" },
  tags      = { "S8", "ITMS-90542", "ITMS-90087" },
  check = function(bundle, report)
    -- An xcframework for developers contains code for simulators as well.
    if bundle.parent and bundle.parent.kind == "xcframework" then return end
    local platforms = bundle.info.CFBundleSupportedPlatforms
    for index, name in ipairs(values.list(platforms)) do
      if type(name) == "string" and name:find("Simulator") then
        report:at(platforms, index, "the bundle is built for %s", name, {
          expected = name:gsub("Simulator", "OS"), fix = "build for a device",
        })
      end
    end
    for _, slice in ipairs(slices(bundle)) do
      if slice.platform and slice.platform:find("simulator") then
        report:file(bundle.executable, "the %s code is built for %s", slice.architecture, values.system(slice.platform), {
          expected = "code for devices only", fix = "build for a device, or strip the slice with lipo -remove " .. slice.architecture,
          discriminator = slice.architecture,
        })
      elseif is_in_disguise(bundle, slice) then
        report:file(bundle.executable, "the executable contains %s code, which only simulators run", slice.architecture, {
          expected = "code for devices only", fix = "strip the slice with lipo -remove " .. slice.architecture,
          discriminator = slice.architecture,
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios", files = { App = { mach_o = { platform = "ios" } } } }, { without = "CFBundleSupportedPlatforms" },
      { platform = "ios", files = { App = { mach_o = { architectures = "x86_64", platform = "macos" } } } },
      { kind = "framework", platform = "ios", files = { Kit = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } } },
      {
        kind = "xcframework", platform = "ios",
        bundles = { ["ios-arm64_x86_64-simulator/Kit.framework"] = {
          info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } }, files = { Kit = { mach_o = { platform = "ios-simulator" } } },
        } },
      },
    },
    fail = {
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } } },
      { platform = "ios", files = { App = { mach_o = { architectures = "x86_64", platform = "ios-simulator" } } } },
      { platform = "ios", files = { App = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } } },
      { platform = "ios", files = { App = { mach_o = { architectures = "i386", platform = "ios" } } } },
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } } } },
      },
    },
  },
}
