local first_version = import "apple.code.first_version"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether a watch with the minimum system loads another slice: watches run arm64 code only since later systems than arm64_32 code.
local function is_for_later_watches(slice, all)
  if slice.platform ~= "watchos" or slice.architecture ~= "arm64" then return false end
  for _, other in ipairs(all) do
    if other.architecture == "arm64_32" then return true end
  end
  return false
end

rule "code-runs-on-minimum-system" {
  summary   = "The executable must run on the minimum system that Info.plist declares",
  severity  = "error",
  rationale = "The system offers the app to users of that system. There, devices refuse to load the code, and on the Mac the "
    .. "app crashes at the first symbol that the system lacks.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "ITMS-90208" },
  tags      = { "S7", "ITMS-90208" },
  applies   = { key = { "LSMinimumSystemVersion", "MinimumOSVersion" } },
  check = function(bundle, report)
    local key = values.minimum_os_key(bundle)
    local promised = version.of(bundle.info, key)
    local all = promised and slices(bundle) or {}
    local findings, by_version = {}, {}
    for _, slice in ipairs(all) do
      -- The first macOS for Apple silicon is later than the minimum system of many apps.
      local first = first_version(slice)
      for _, build in ipairs(slice.builds) do
        -- Builds for Catalyst and DriverKit state versions of iOS and of DriverKit; no device runs those for simulators.
        local is_other = build.platform == "catalyst" or build.platform == "driverkit" or build.platform:find("%-simulator$")
        local needed = not is_other and version.of(build, "minimum_os")
        if needed and promised < needed and not (first and needed <= version.parse(first)) and not is_for_later_watches(slice, all) then
          local finding = by_version[build.minimum_os]
          if not finding then
            finding = { minimum_os = build.minimum_os, architectures = {} }
            by_version[build.minimum_os] = finding
            findings[#findings + 1] = finding
          end
          table.insert(finding.architectures, slice.architecture)
        end
      end
    end
    local text = #findings > 0 and values.minimum_os(bundle)
    for _, finding in ipairs(text and findings or {}) do
      local codes = table.concat(finding.architectures, " and ")
      report:at(bundle.info, key, "%s is %s, but the %s code requires %s", key, text, codes, finding.minimum_os, {
        expected = finding.minimum_os .. " or later", fix = "raise " .. key .. ", or build for " .. text,
        discriminator = codes, severity = not values.is_mobile(bundle) and "warning" or nil,
      })
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "13.0" }, executable = true } } },
      {
        info = { LSMinimumSystemVersion = "10.13" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", minimum_os = "11.0" } } },
      },
      { info = { LSMinimumSystemVersion = "none" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "15.0" } } } },
      { platform = "catalyst", files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", minimum_os = "14.2" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "driverkit", minimum_os = "20.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios-simulator", minimum_os = "16.1" } } } },
      -- arm64_32 for watchOS 5.2, arm64 for watchOS 9.0.
      {
        platform = "watchos", info = { MinimumOSVersion = "5.2" },
        files = { App = {
          base64 = "yv66vgAAAAICAAAMAAAAAQAAADAAAAA0AAAAAAEAAAwAAAAAAAAAZAAAADgAAAAAzvrt/gwAAAIBAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAABAAAAA"
            .. "ACBQAAAgUAAAAAAM/67f4MAAABAAAAAAYAAAABAAAAGAAAAAAAAAAAAAAAMgAAABgAAAAEAAAAAAAJAAAACQAAAAAA",
        } },
      },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = { "arm64", "x86_64" }, minimum_os = "14.0" } } },
        at = "/LSMinimumSystemVersion",
      },
      { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } }, at = "/LSMinimumSystemVersion" },
      {
        info = { LSMinimumSystemVersion = "10.13" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "x86_64", minimum_os = "11.0" } } },
        at = "/LSMinimumSystemVersion",
      },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "16.1" } } }, at = "/MinimumOSVersion" },
      {
        platform = "watchos", info = { MinimumOSVersion = "8.0" },
        files = { App = { mach_o = { architectures = "arm64", platform = "watchos", minimum_os = "9.0" } } },
        at = "/MinimumOSVersion",
      },
      -- armv7 and arm64 for watchOS 9.0.
      {
        platform = "watchos", info = { MinimumOSVersion = "8.0" },
        files = { App = { mach_o = { architectures = { "armv7k", "arm64" }, platform = "watchos", minimum_os = "9.0" } } },
        at = "/MinimumOSVersion",
      },
      {
        platform = "watchos", info = { MinimumOSVersion = "8.0" },
        files = { App = { mach_o = { architectures = { "arm64", "arm64_32" }, platform = "watchos", minimum_os = "9.0" } } },
        at = "/MinimumOSVersion",
      },
    },
  },
}
