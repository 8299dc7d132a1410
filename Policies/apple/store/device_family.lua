local values = import "apple.values"

-- The families that an app for each platform must name one of.
local own = { ios = { [1] = true, [2] = true }, tvos = { [3] = true }, watchos = { [4] = true }, visionos = { [7] = true } }

rule "device-family" {
  summary   = "The app must declare a device family of its platform",
  severity  = "error",
  rationale = "Otherwise the store does not offer it for any device.",
  source    = { "Information Property List Key Reference: UIDeviceFamily", "ITMS-90100" },
  tags      = { "S2", "ITMS-90100" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { UIDeviceFamily = list_of(one_of { 1, 2, 3, 4, 6, 7 }, { min_count = 1 }) },
  check     = function(bundle, report)
    local families = bundle.info.UIDeviceFamily
    local other
    for index, family in ipairs(plist.type(families) == "array" and families or {}) do
      -- device-families reports families of other platforms beside it.
      if own[bundle.platform][family] then return end
      other = index
    end
    if other then
      report:at(bundle.info, "UIDeviceFamily", "the app names no device that runs %s", values.system(bundle.platform), {
        expected = "1 for iPhone, 2 for iPad, 3 for Apple TV, 4 for Apple Watch or 7 for Apple Vision",
        fix = "set TARGETED_DEVICE_FAMILY",
      })
    end
  end,
  examples  = {
    pass = { {}, { info = { UIDeviceFamily = { 2 } } }, { info = { UIDeviceFamily = { 1, 2, 3, 4, 6, 7 } } } },
    fail = {
      { without = "UIDeviceFamily", at = "/UIDeviceFamily" }, { info = { UIDeviceFamily = { "1", 2 } }, at = "/UIDeviceFamily/0" },
      { info = { UIDeviceFamily = { 5, 1 } }, at = "/UIDeviceFamily/0" }, { info = { UIDeviceFamily = { 6 } }, at = "/UIDeviceFamily" },
      { platform = "tvos", info = { UIDeviceFamily = { 1 } }, at = "/UIDeviceFamily" },
      { platform = "watchos", info = { UIDeviceFamily = { 1, 2 } }, at = "/UIDeviceFamily", count = 1 },
      { platform = "visionos", info = { UIDeviceFamily = { 2 } }, at = "/UIDeviceFamily" },
      { info = { UIDeviceFamily = { ["$array"] = true } }, at = "/UIDeviceFamily" },
    },
  },
}
