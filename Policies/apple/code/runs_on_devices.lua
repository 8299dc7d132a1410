local retired_processors = import "apple.code.retired_processors"
local values = import "apple.values"

rule "code-runs-on-devices" {
  summary   = "The executable must contain code for a processor that the minimum system runs on",
  severity  = "error",
  rationale = "iOS 11 and macOS 10.15 do not run 32-bit code, watchOS 9 does not run armv7k, and macOS 10.7 does not run code for "
    .. "PowerPC; no Apple TV or Vision has a 32-bit processor. An app with nothing else that requires such a system starts on no device.",
  source    = { "Updating Your App from 32-Bit to 64-Bit Architecture", "macOS 10.15 Release Notes", "watchOS 9 Release Notes" },
  tags      = { "S7", "ITMS-90203", "LS-i386" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local names, minimum = retired_processors(bundle)
    if names then
      report:file(bundle.executable, "the executable contains only %s code, which %s %s does not run", table.concat(names, " and "),
        values.system(bundle.platform), minimum, {
        expected = "code for a current processor", fix = "build for the standard architectures, or lower " .. values.minimum_os_key(bundle),
      })
    end
  end,
  examples = {
    pass = {
      {},
      {
        platform = "ios", info = { MinimumOSVersion = "10.0" },
        files = { App = { mach_o = { platform = "ios", architectures = "armv7", minimum_os = "9.0" } } },
      },
      {
        platform = "ios", info = { MinimumOSVersion = "11.0" },
        files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64" }, minimum_os = "9.0" } } },
      },
      { platform = "ios", without = "MinimumOSVersion", files = { App = { mach_o = { platform = "ios", architectures = "armv7" } } } },
      {
        info = { LSMinimumSystemVersion = "10.14" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "i386", minimum_os = "10.9" } } },
      },
      { platform = "tvos", files = { App = { mach_o = { platform = "tvos", architectures = "arm64" } } } },
      {
        platform = "watchos", info = { MinimumOSVersion = "8.0" },
        files = { App = { mach_o = { platform = "watchos", architectures = "armv7k", minimum_os = "5.0" } } },
      },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      {
        kind = "extension", platform = "ios", info = { MinimumOSVersion = "11.0" },
        files = { Share = { mach_o = { platform = "ios", architectures = "armv7", minimum_os = "9.0" } } },
        at = "Share",
      },
      {
        platform = "ios", info = { MinimumOSVersion = "11.0" },
        files = { App = { mach_o = { platform = "ios", architectures = "armv7", minimum_os = "9.0" } } },
        at = "App",
      },
      {
        info = { LSMinimumSystemVersion = "10.15" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "i386", minimum_os = "10.9" } } },
        at = "Contents/MacOS/App",
      },
      {
        platform = "tvos", files = { App = { mach_o = { platform = "tvos", architectures = "armv7", minimum_os = "9.0" } } },
        at = "App",
      },
      { platform = "visionos", files = { App = { mach_o = { platform = "visionos", architectures = "armv7" } } }, at = "App" },
      {
        platform = "watchos", info = { MinimumOSVersion = "9.0" },
        files = { App = { mach_o = { platform = "watchos", architectures = "armv7k", minimum_os = "5.0" } } },
        at = "App",
      },
    },
  },
}
