rule "considered-mac-keys" {
  summary   = "An application for the Mac states its first system, its copyright and its principal class",
  severity  = "note",
  rationale = "Older systems try to start it and fail without a word, and the Finder's information window stays bare.",
  source    = "Bundle Programming Guide: table 2-7",
  tags      = { "S2" },
  applies   = { kind = "application", platform = "macos", nested = false },
  require   = { "LSMinimumSystemVersion", "NSHumanReadableCopyright", "NSPrincipalClass" },
  examples  = {
    pass = { { info = { NSHumanReadableCopyright = "© 2026 Example", NSPrincipalClass = "NSApplication" } } },
    fail = {
      { info = { NSHumanReadableCopyright = "© 2026 Example" } },
      { info = { NSHumanReadableCopyright = "", NSPrincipalClass = "NSApplication" } },
      { info = { NSHumanReadableCopyright = "© 2026 Example", NSPrincipalClass = "NSApplication" }, without = "LSMinimumSystemVersion" },
    },
  },
}
