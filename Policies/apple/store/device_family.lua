rule "device-family" {
  summary   = "The application says which devices it is for",
  severity  = "error",
  rationale = "The store offers it to no device otherwise.",
  source    = "Information Property List Key Reference: UIDeviceFamily",
  tags      = { "S2" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { UIDeviceFamily = list_of(one_of { 1, 2, 3, 4, 6, 7 }, { min_count = 1 }) },
  examples  = {
    pass = { {}, { info = { UIDeviceFamily = { 2 } } }, { info = { UIDeviceFamily = { 1, 2, 3, 4, 6, 7 } } } },
    fail = {
      { without = "UIDeviceFamily" }, { info = { UIDeviceFamily = { "1" } } }, { info = { UIDeviceFamily = { 5 } } },
      { info = { UIDeviceFamily = { ["$array"] = true } } },
    },
  },
}
