local slices = import "apple.code.slices"
local values = import "apple.values"

rule "code-runs-on-minimum-system" {
  summary   = "The executable must run on the minimum system that Info.plist declares",
  severity  = "error",
  rationale = "The system offers the app to users of that system. There, devices refuse to load the code, and on the Mac the "
    .. "app crashes at the first symbol that the system lacks.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "ITMS-90208" },
  tags      = { "S7", "ITMS-90208" },
  check = function(bundle, report)
    local key, text = values.minimum_os_key(bundle), values.minimum_os(bundle)
    local promised = text and version.parse(text)
    for _, slice in ipairs(promised and slices(bundle) or {}) do
      for _, build in ipairs(slice.builds) do
        -- Builds for Catalyst and DriverKit state versions of iOS and of DriverKit; no device runs those for simulators.
        local is_other = build.platform == "catalyst" or build.platform == "driverkit" or build.platform:find("%-simulator$")
        local needed = not is_other and version.parse(build.minimum_os)
        -- The first macOS for Apple silicon is later than the minimum system of many apps.
        local first = slice.architecture == "arm64" and build.platform == "macos" and version.parse("11.0")
        if needed and promised < needed and not (first and needed <= first) then
          report:at(bundle.info, key, "%s is %s, but the %s code requires %s", key, text, slice.architecture, build.minimum_os, {
            expected = build.minimum_os .. " or later", fix = "raise " .. key .. ", or build for " .. text,
            discriminator = slice.architecture, severity = not values.is_mobile(bundle) and "warning" or nil,
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "13.0" }, executable = true } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", minimum_os = "11.0" } } } },
      { info = { LSMinimumSystemVersion = "none" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "15.0" } } } },
      { platform = "catalyst", files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", minimum_os = "14.2" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "driverkit", minimum_os = "20.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios-simulator", minimum_os = "16.1" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { info = { LSMinimumSystemVersion = "10.13" }, files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64", minimum_os = "11.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "16.1" } } } },
    },
  },
}
