local unreachable_systems = import "apple.code.unreachable_systems"

rule "mac-code-runs-on-minimum-system" {
  summary   = "The executable of a Mac app must run on the minimum system that Info.plist declares",
  severity  = "warning",
  rationale = "The Mac opens the app on that system, and it crashes there at the first symbol that the system lacks. The Mac App Store "
    .. "rejects an app that declares another minimum system than its code.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "ITMS-90264" },
  tags      = { "S7", "ITMS-90264" },
  applies   = { key = "LSMinimumSystemVersion", platform = { "macos", "catalyst" } },
  check     = unreachable_systems,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "13.0" }, executable = true } } },
      {
        info = { LSMinimumSystemVersion = "10.13" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", minimum_os = "11.0" } } },
      },
      {
        info = { LSMinimumSystemVersion = "0" },
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", minimum_os = "11.0" } } },
      },
      -- The rule for devices looks at the same keys.
      {
        platform = "ios", info = { LSMinimumSystemVersion = "11.0" },
        files = { App = { mach_o = { platform = "ios", minimum_os = "16.1" } } },
      },
      { info = { LSMinimumSystemVersion = "none" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } } },
      { platform = "catalyst", files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst", minimum_os = "14.2" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "driverkit", minimum_os = "20.0" } } } },
    },
    fail = {
      {
        platform = "catalyst", info = { LSMinimumSystemVersion = "11.0" }, at = "/LSMinimumSystemVersion",
        files = { ["Contents/MacOS/App"] = { mach_o = { platform = "macos", minimum_os = "12.0" } } },
      },
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
    },
  },
}
