rule "device-family" {
  summary   = "The app must declare its device families",
  severity  = "error",
  rationale = "Otherwise the store does not offer it for any device.",
  source    = "Information Property List Key Reference: UIDeviceFamily",
  tags      = { "S2" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { UIDeviceFamily = list_of(one_of { 1, 2, 3, 4, 6, 7 }, { min_count = 1 }) },
  examples  = {
    pass = { {}, { info = { UIDeviceFamily = { 2 } } }, { info = { UIDeviceFamily = { 1, 2, 3, 4, 6, 7 } } } },
    fail = {
      { without = "UIDeviceFamily", at = "/UIDeviceFamily" }, { info = { UIDeviceFamily = { "1" } }, at = "/UIDeviceFamily/0" },
      { info = { UIDeviceFamily = { 5 } }, at = "/UIDeviceFamily/0" },
      { info = { UIDeviceFamily = { ["$array"] = true } }, at = "/UIDeviceFamily" },
    },
  },
}
