local values = import "apple.values"

-- The families of each platform's devices. The Mac's also applies to Catalyst, whose bundles for the iPad may state it. macOS ignores
-- the numbers.
local families = {
  ios = { [1] = true, [2] = true, [6] = true }, catalyst = { [1] = true, [2] = true, [6] = true }, tvos = { [3] = true },
  watchos = { [4] = true },
  visionos = { [7] = true },
}
local names = { "iPhone", "iPad", "Apple TV", "Apple Watch", nil, "Mac", "Apple Vision" }

rule "device-families" {
  summary   = "UIDeviceFamily must name devices of the bundle's platform",
  severity  = "warning",
  rationale = "A bundle runs on the devices of its platform only. The store rejects families of other platforms.",
  source    = { "Information Property List Key Reference: UIDeviceFamily", "ITMS-90100" },
  tags      = { "S3", "ITMS-90100" },
  applies   = { kind = { "application", "extension" }, key = "UIDeviceFamily" },
  check = function(bundle, report)
    local stated, known = bundle.info.UIDeviceFamily, families[bundle.platform]
    -- A single family instead of a list, also as a string, is read.
    if values.text(stated) and not tonumber(stated) then
      report:at(bundle.info, "UIDeviceFamily", "'%s' is not a device family", stated, {
        expected = "a list of numbers, such as 1 for iPhone and 2 for iPad", fix = "write a list of numbers",
      })
    end
    for index, family in ipairs(values.list(stated)) do
      if known and math.type(family) == "integer" and not known[family] then
        report:at(stated, index, "%s", names[family] and ("the family %d is %s, and the bundle is for %s"):format(
          family, names[family], values.system(bundle.platform)
        )
          or ("%d is not a device family"):format(family), {
          expected = "1 for iPhone, 2 for iPad, 3 for Apple TV, 4 for Apple Watch, 7 for Apple Vision", fix = "remove it",
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { UIDeviceFamily = { 1 } } },
      { platform = "ios", info = { UIDeviceFamily = "1" } }, { platform = "ios", info = { UIDeviceFamily = "$(TARGETED_DEVICE_FAMILY)" } },
      { kind = "framework", platform = "ios", info = { UIDeviceFamily = { 9 } } },
      { platform = "ios", info = { UIDeviceFamily = { 1, 2 } } }, { platform = "tvos", info = { UIDeviceFamily = { 3 } } },
      { platform = "watchos", info = { UIDeviceFamily = { 4 } } }, { platform = "visionos", info = { UIDeviceFamily = { 7 } } },
      { platform = "catalyst", info = { UIDeviceFamily = { 2, 6 } } }, { platform = "ios", info = { UIDeviceFamily = { "1" } } },
    },
    fail = {
      { info = { UIDeviceFamily = "iPhone" }, at = "/UIDeviceFamily" },
      { platform = "ios", info = { UIDeviceFamily = "1,2" }, at = "/UIDeviceFamily", message = "'1,2' is not a device family" },
      { kind = "extension", platform = "ios", info = { UIDeviceFamily = { 9 } }, at = "/UIDeviceFamily/0" },
      { platform = "ios", info = { UIDeviceFamily = { 1, 3 } }, at = "/UIDeviceFamily/1" },
      { platform = "ios", info = { UIDeviceFamily = { 9 } }, at = "/UIDeviceFamily/0" },
      { platform = "tvos", info = { UIDeviceFamily = { 1 } }, at = "/UIDeviceFamily/0" },
      { platform = "watchos", info = { UIDeviceFamily = { 2 } }, at = "/UIDeviceFamily/0" },
      { platform = "visionos", info = { UIDeviceFamily = { 2 } }, at = "/UIDeviceFamily/0" },
      { platform = "catalyst", info = { UIDeviceFamily = { 4 } }, at = "/UIDeviceFamily/0" },
    },
  },
}
