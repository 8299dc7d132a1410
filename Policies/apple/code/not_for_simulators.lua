local slices = import "apple.code.slices"
local values = import "apple.values"

-- Processors that no device has: code for them is for a simulator, regardless of its platform.
local processors = { x86_64 = true, i386 = true }

-- Whether a slice is only for simulators, regardless of its platform. Standalone frameworks may serve both.
local function is_for_simulators(bundle, slice)
  if slice.platform and slice.platform:find("simulator") then return true end
  return values.is_mobile(bundle) and processors[slice.architecture] and (slice.platform or bundle.platform) == bundle.platform
    and (bundle.kind == "application" or values.host(bundle) ~= nil)
end

-- The position of a simulator among the platforms that a bundle declares, and its name.
local function declared(bundle)
  for index, name in ipairs(values.list(bundle.info.CFBundleSupportedPlatforms)) do
    if type(name) == "string" and name:find("Simulator") then return index, name end
  end
  return nil
end

-- Whether a bundle around this one is a build for a simulator as a whole.
local function is_inside_build(bundle)
  local around = bundle.parent
  while around and not declared(around) do around = around.parent end
  return around ~= nil
end

rule "not-for-simulators" {
  summary   = "The bundle must be built for devices, not for a simulator",
  severity  = "error",
  rationale = "A build for a simulator does not start on any device, and the store rejects it.",
  source    = { "ITMS-90542", "ITMS-90087", "mach-o/loader.h: LC_BUILD_VERSION" },
  tags      = { "S8", "ITMS-90542", "ITMS-90087", "ITMS-91169", "dyld-incompatible" },
  check = function(bundle, report)
    -- An xcframework for developers contains code for simulators as well.
    if bundle.parent and bundle.parent.kind == "xcframework" then return end
    local index, name = declared(bundle)
    if is_inside_build(bundle) then return end
    if index then
      return report:at(bundle.info.CFBundleSupportedPlatforms, index, "the bundle is built for %s", name, {
        expected = name:gsub("Simulator", "OS"), fix = "build for a device",
      })
    end
    local all, found = slices(bundle), {}
    for _, slice in ipairs(all) do
      if is_for_simulators(bundle, slice) then found[#found + 1] = slice.architecture end
    end
    -- A framework for developers may serve both: its slices for simulators are removed when it is embedded.
    if #found == 0 or #found < #all and bundle.kind == "framework" and not values.host(bundle) then return end
    report:file(bundle.executable, "the code for %s runs only in simulators", table.concat(found, ", "), {
      expected = "code for devices only",
      fix = #found == #all and "build for a device" or "strip it with lipo -remove " .. table.concat(found, " -remove "),
      discriminator = table.concat(found, " "),
    })
  end,
  examples = {
    pass = {
      {}, { platform = "ios", files = { App = { mach_o = { platform = "ios" } } } }, { without = "CFBundleSupportedPlatforms" },
      { platform = "ios", files = { App = { mach_o = { architectures = "x86_64", platform = "macos" } } } },
      { kind = "framework", platform = "ios", files = { Kit = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } } },
      {
        platform = "ios", info = { CFBundleSupportedPlatforms = { "iPhoneOS" } },
        bundles = { ["PlugIns/Share.appex"] = {} },
      },
      -- armv7 for iOS, i386 for its simulator.
      {
        kind = "framework", platform = "ios",
        files = { Kit = {
          base64 = "yv66vgAAAAIAAAAMAAAACQAAADAAAAA0AAAAAAAAAAcAAAADAAAAZAAAADQAAAAAzvrt/gwAAAAJAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAAAgAAAA"
            .. "AACAAAAAgAAAAAAM767f4HAAAAAwAAAAYAAAABAAAAGAAAAAAAAAAyAAAAGAAAAAcAAAAAAAgAAAAIAAAAAAA=",
        } },
      },
      {
        kind = "xcframework", platform = "ios",
        bundles = { ["ios-arm64_x86_64-simulator/Kit.framework"] = {
          info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } }, files = { Kit = { mach_o = { platform = "ios-simulator" } } },
        } },
      },
    },
    fail = {
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } }, at = "/CFBundleSupportedPlatforms/0" },
      { platform = "ios", files = { App = { mach_o = { architectures = "x86_64", platform = "ios-simulator" } } }, at = "App" },
      { platform = "ios", files = { App = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } }, at = "App" },
      { platform = "ios", files = { App = { mach_o = { architectures = "i386", platform = "ios" } } }, at = "App" },
      {
        kind = "framework", platform = "ios",
        files = { Kit = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios-simulator" } } },
        at = "Kit",
      },
      -- The same framework, which passes by itself.
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = {
          base64 = "yv66vgAAAAIAAAAMAAAACQAAADAAAAA0AAAAAAAAAAcAAAADAAAAZAAAADQAAAAAzvrt/gwAAAAJAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAAAgAAAA"
            .. "AACAAAAAgAAAAAAM767f4HAAAAAwAAAAYAAAABAAAAGAAAAAAAAAAyAAAAGAAAAAcAAAAAAAgAAAAIAAAAAAA=",
        } } } },
        at = "Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          architectures = { "arm64", "x86_64" }, platform = "ios",
        } } } } },
        at = "Frameworks/Kit.framework/Kit",
      },
    },
  },
}
