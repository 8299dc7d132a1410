rule "minimum-system-stated" {
  summary   = "The application states the oldest system it runs on, and what it embeds does too",
  severity  = "error",
  rationale = "The store offers nothing to anybody without it.",
  source    = { "ITMS-90360", "ITMS-90362", "ITMS-90530", "ITMS-90068" },
  tags      = { "S2", "ITMS-90360", "ITMS-90362", "ITMS-90530", "ITMS-90068" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { MinimumOSVersion = text { pattern = "^%d+%.%d+%.?%d*$" } },
  examples  = {
    pass = { {}, { kind = "extension" }, { info = { MinimumOSVersion = "12.4" } } },
    fail = {
      { without = "MinimumOSVersion" }, { info = { MinimumOSVersion = "16" } }, { info = { MinimumOSVersion = 16 } },
      { kind = "extension", without = "MinimumOSVersion" }, { info = { MinimumOSVersion = "iOS 16.0" } }, { info = { MinimumOSVersion = "16.0 beta" } },
    },
  },
}
