local unreachable_systems = import "apple.code.unreachable_systems"

rule "code-runs-on-minimum-system" {
  summary   = "The executable must run on the minimum system that Info.plist declares",
  severity  = "error",
  rationale = "The system offers the app to users of that system. There, devices refuse to load the code. mac-code-runs-on-minimum-system "
    .. "checks apps for the Mac.",
  source    = { "mach-o/loader.h: LC_BUILD_VERSION", "ITMS-90208" },
  tags      = { "S7", "ITMS-90208" },
  applies   = { key = "MinimumOSVersion", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = unreachable_systems,
  examples  = {
    pass = {
      { platform = "ios" }, { platform = "ios", files = { App = { mach_o = { platform = "ios", minimum_os = "15.0" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios-simulator", minimum_os = "16.1" } } } },
      { platform = "ios", info = { MinimumOSVersion = "none" } },
      {
        platform = "macos", info = { MinimumOSVersion = "11.0" },
        files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "14.0" } } },
      },
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
      { platform = "tvos", files = { App = { mach_o = { platform = "tvos", minimum_os = "16.1" } } }, at = "/MinimumOSVersion" },
      { platform = "visionos", files = { App = { mach_o = { platform = "visionos", minimum_os = "2.1" } } }, at = "/MinimumOSVersion" },
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
