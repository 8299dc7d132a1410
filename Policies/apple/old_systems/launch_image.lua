local launch = import "apple.launch_images.named"
local values = import "apple.values"

rule "launch-image" {
  summary   = "An app for systems before iOS 8 must have a launch image under a name that they find",
  severity  = "warning",
  rationale = "Systems since iOS 8 read launch storyboards, and those since iOS 7 read UILaunchImages; on older systems the app starts "
    .. "with a black screen, on taller devices between black bars.",
  source    = {
    "Information Property List Key Reference: UILaunchImageFile, UILaunchImages",
    "Bundle Programming Guide: Application Icon and Launch Images",
  },
  tags      = { "S2", "S11" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "8.0" } },
  check = function(bundle, report)
    local info = bundle.info
    -- lint: allow key.deprecated: systems before iOS 8 read nothing else
    local images, base = info.UILaunchImages, launch.base(bundle)
    local minimum = values.minimum_os(bundle)
    if #values.list(images) > 0 and minimum and version.compare(minimum, "7.0") >= 0 then return end
    for _, path in ipairs(bundles.walk(bundle, "*.png")) do
      if launch.modifiers(base, path) then return end
    end
    -- launch-images-exist reports a missing file of a name that is given.
    if info.UILaunchImageFile == nil then -- lint: allow key.deprecated: systems before iOS 8 read nothing else
      report:file("Default.png", "systems before iOS %s do not find a launch image", images ~= nil and "7" or "8", {
        expected = "Default.png, or UILaunchImageFile", fix = "add the image at the top level",
      })
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default.png"] = { png = { width = 320, height = 480 } } } },
      { info = { MinimumOSVersion = "7.0" }, files = { ["Default-568h@2x.png"] = { png = { width = 640, height = 1136 } } } },
      { info = { MinimumOSVersion = "6.0", UILaunchImageFile = "Start" }, files = { ["Start~ipad.png"] = "" } },
      { info = { MinimumOSVersion = "6.0", UILaunchImageFile = "Start" } },
      { info = { MinimumOSVersion = "7.0", UILaunchImages = { { UILaunchImageName = "Start" } } } },
    },
    fail = {
      { info = { MinimumOSVersion = "6.0" }, at = "Default.png" },
      { info = { MinimumOSVersion = "6.0", UILaunchImages = { { UILaunchImageName = "Start" } } }, at = "Default.png" },
      { info = { MinimumOSVersion = "7.1" }, files = { ["DefaultAvatar@2x.png"] = "", ["A-Default.png"] = "" }, at = "Default.png" },
    },
  },
}
