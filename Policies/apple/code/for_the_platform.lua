local slices = import "apple.code.slices"
local values = import "apple.values"

-- Code for the Mac may also be for Mac Catalyst, and vice versa.
local family = { macos = "mac", catalyst = "mac", driverkit = "mac" }

rule "code-for-the-platform" {
  summary   = "The executable must contain code for the bundle's platform",
  severity  = "error",
  rationale = "The loader rejects code for another system.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION",
  tags      = { "S8", "ITMS-91169", "dyld-incompatible" },
  check = function(bundle, report)
    for _, slice in ipairs(bundle.platform and slices(bundle) or {}) do
      local fits = #slice.builds == 0
      for _, build in ipairs(slice.builds) do
        -- Code for a simulator is reported by another rule.
        local platform = build.platform:gsub("%-simulator", "")
        if (family[platform] or platform) == (family[bundle.platform] or bundle.platform) then fits = true end
      end
      local host = values.host(bundle)
      local is_stated_wrongly = not fits and bundle.info.CFBundleSupportedPlatforms ~= nil and host ~= nil
        and host.platform == slice.platform
      if is_stated_wrongly then
        return report:at(bundle.info, "CFBundleSupportedPlatforms",
          "Info.plist says that the bundle is for %s, but its code and %s are for %s", values.system(bundle.platform), host.name,
          values.system(host.platform), {
          expected = values.system(host.platform), fix = "use the Info.plist of the build for " .. values.system(host.platform),
        })
      elseif not fits then
        report:file(bundle.executable, "the %s code is built for %s, but the bundle is for %s", slice.architecture,
          values.system(slice.platform),
          values.system(bundle.platform), {
          expected = "code for " .. values.system(bundle.platform), fix = "copy the executable from the build for this platform",
          discriminator = slice.architecture,
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "macos" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = {} } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios-simulator" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "ios" } } }, at = "Contents/MacOS/App" },
      { platform = "ios", files = { App = { mach_o = { platform = "macos" } } }, at = "App" },
      {
        platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleSupportedPlatforms = { "MacOSX" } } } },
        message = "its code and App.app are for iOS", at = "Frameworks/Kit.framework:/CFBundleSupportedPlatforms",
      },
      {
        platform = "ios", at = "Frameworks/Kit.framework/Kit",
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = { platform = "macos", file_type = "dylib" } } } } },
      },
    },
  },
}
