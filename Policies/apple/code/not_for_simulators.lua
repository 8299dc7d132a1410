rule "not-for-simulators" {
  summary   = "The bundle is made for devices, not for a simulator",
  severity  = "error",
  rationale = "A build for a simulator starts on no device, and the store refuses it.",
  source    = { "ITMS-90542", "ITMS-90087", "mach-o/loader.h: LC_BUILD_VERSION" },
  tags      = { "S8", "ITMS-90542", "ITMS-90087" },
  applies   = { kind = { "application", "framework", "extension" } },
  check = function(bundle, report)
    local platforms = bundle.info.CFBundleSupportedPlatforms
    for index, name in ipairs(plist.type(platforms) == "array" and platforms or {}) do
      if type(name) == "string" and name:find("Simulator$") then
        report:at(platforms, index, "the bundle is for %s", name, {
          expected = name:gsub("Simulator$", "OS"), fix = "build for a device",
        })
      end
    end
    local file = bundle.executable and bundle.files[bundle.executable]
    local code = file and file.mach_o
    for _, slice in ipairs(code and code.slices or {}) do
      if slice.platform and slice.platform:find("-simulator$") then
        report:file(bundle.executable, "the code for %s is for %s", slice.architecture, slice.platform, {
          expected = "code for devices alone", fix = "build for a device; strip the slice with lipo -remove " .. slice.architecture,
          discriminator = slice.architecture,
        })
      end
    end
  end,
  examples = {
    pass = { {}, { platform = "ios", files = { App = { mach_o = { platform = "ios" } } } }, { info = { CFBundleSupportedPlatforms = "x" } } },
    fail = {
      { platform = "ios", info = { CFBundleSupportedPlatforms = { "iPhoneSimulator" } } },
      { platform = "ios", files = { App = { mach_o = { architectures = "x86_64", platform = "ios-simulator" } } } },
    },
  },
}
