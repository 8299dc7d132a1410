rule "considered-mac-keys" {
  summary   = "A Mac app should declare its minimum system, its copyright and its principal class",
  severity  = "note",
  rationale = "Older systems try to start it and fail without a message, and the Finder's Get Info window shows no copyright.",
  source    = "Bundle Programming Guide: table 2-7",
  tags      = { "S2" },
  applies   = { kind = "application", platform = "macos", nested = false },
  require   = { "LSMinimumSystemVersion", "NSHumanReadableCopyright", "NSPrincipalClass" },
  examples  = {
    pass = { { info = { NSHumanReadableCopyright = "© 2026 Example", NSPrincipalClass = "NSApplication" } } },
    fail = {
      { info = { NSHumanReadableCopyright = "© 2026 Example" }, at = "/NSPrincipalClass" },
      { info = { NSHumanReadableCopyright = "", NSPrincipalClass = "NSApplication" }, at = "/NSHumanReadableCopyright" },
      {
        info = { NSHumanReadableCopyright = "© 2026 Example", NSPrincipalClass = "NSApplication" }, without = "LSMinimumSystemVersion",
        at = "/LSMinimumSystemVersion",
      },
    },
  },
}
