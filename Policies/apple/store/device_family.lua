rule "device-family" {
  summary   = "The application says which devices it is for",
  severity  = "error",
  rationale = "The store offers it to no device otherwise.",
  source    = "Information Property List Key Reference: UIDeviceFamily",
  tags      = { "S2" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { UIDeviceFamily = all_of { list_of(one_of { 1, 2, 3, 4, 6, 7 }), list_of(integer, { min_count = 1 }) } },
  examples  = {
    pass = { {}, { info = { UIDeviceFamily = { 2 } } } },
    fail = {
      { without = "UIDeviceFamily" }, { info = { UIDeviceFamily = { "1" } } }, { info = { UIDeviceFamily = { 5 } } },
      { info = { UIDeviceFamily = { ["$array"] = true } } },
    },
  },
}
