local values = import "apple.values"

rule "landscape-launch-images" {
  summary   = "The launch images of a landscape-only app must be declared for landscape",
  severity  = "warning",
  rationale = "Otherwise the app starts with a portrait image turned on its side.",
  source    = { "Technical Note TN2244", "Information Property List Key Reference: UILaunchImageOrientation" },
  tags      = { "S11" },
  applies   = { kind = "application", platform = "ios", key = "UILaunchImages" },
  check = function(bundle, report)
    -- lint: allow key.deprecated: old systems read it
    local orientations, images = bundle.info.UISupportedInterfaceOrientations, bundle.info.UILaunchImages
    if #values.list(orientations) == 0 then return end
    for _, orientation in ipairs(orientations) do
      if not tostring(orientation):find("Landscape") then return end
    end
    for _, entry in ipairs(values.list(images)) do
      local orientation = values.dictionary(entry).UILaunchImageOrientation
      if plist.type(entry) == "dictionary" and orientation == nil then
        report:missing(entry, "UILaunchImageOrientation", "the launch image is for portrait, but the app supports landscape only", {
          expected = "Landscape", fix = "add UILaunchImageOrientation with the value Landscape",
        })
      elseif type(orientation) == "string" and not orientation:find("Landscape") then
        report:at(entry, "UILaunchImageOrientation", "the launch image is for %s, but the app supports landscape only", orientation, {
          expected = "Landscape", fix = "set UILaunchImageOrientation to Landscape",
        })
      end
    end
  end,
  examples = {
    pass = {
      {},
      { info = {
        UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" },
        UILaunchImages = { { UILaunchImageName = "L", UILaunchImageOrientation = "LandscapeLeft" } },
      } },
      { info = {
        UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationPortrait" },
        UILaunchImages = { { UILaunchImageName = "L" } },
      } },
      { info = { UISupportedInterfaceOrientations = { ["$array"] = true }, UILaunchImages = { { UILaunchImageName = "L" } } } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = {
            UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" }, UILaunchImages = { { UILaunchImageName = "L" } },
          } },
          ["Watch/Watch.app"] = { platform = "watchos", info = {
            UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" }, UILaunchImages = { { UILaunchImageName = "L" } },
          } },
        },
      },
    },
    fail = {
      { info = {
        UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" }, UILaunchImages = { { UILaunchImageName = "L" } },
      }, at = "/UILaunchImages/0/UILaunchImageOrientation" },
      { info = {
        UISupportedInterfaceOrientations = { "UIInterfaceOrientationLandscapeLeft" },
        UILaunchImages = { { UILaunchImageName = "L", UILaunchImageOrientation = "Portrait" } },
      }, at = "/UILaunchImages/0/UILaunchImageOrientation" },
    },
  },
}
