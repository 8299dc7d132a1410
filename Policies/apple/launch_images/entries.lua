local function is_size(value) return type(value) == "string" and value:find("^{%s*%d+%s*,%s*%d+%s*}$") ~= nil end

rule "launch-image-entries" {
  summary   = "Every entry of UILaunchImages must name an image and its minimum system, and its other fields must have valid values",
  severity  = "error",
  rationale = "The system skips an entry that it cannot read, and shows the app letterboxed or with another image.",
  source    = { "Information Property List Key Reference: UILaunchImages", "Technical Note TN2244" },
  tags      = { "S11" },
  applies   = { kind = "application", platform = { "ios", "tvos" }, key = "UILaunchImages" },
  shape = {
    UILaunchImages = optional(list_of {
      UILaunchImageName = non_empty,
      UILaunchImageMinimumOSVersion = version_string,
      UILaunchImageSize = optional(custom("a string of the form \"{width, height}\"", is_size)),
      UILaunchImageOrientation = optional(one_of { "Portrait", "PortraitUpsideDown", "Landscape", "LandscapeLeft", "LandscapeRight" }),
    }),
  },
  examples = {
    pass = {
      {},
      { info = { UILaunchImages = {
        {
          UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageSize = "{320, 568}",
          UILaunchImageOrientation = "Portrait",
        },
        { UILaunchImageName = "Old", UILaunchImageMinimumOSVersion = "6.1.3" },
        { UILaunchImageName = "Wide", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageOrientation = "Landscape" },
        { UILaunchImageName = "Left", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageOrientation = "LandscapeLeft" },
        { UILaunchImageName = "Right", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageOrientation = "LandscapeRight" },
        { UILaunchImageName = "Down", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageOrientation = "PortraitUpsideDown" },
      } } },
      { info = { ["UILaunchImages~ipad"] = { { UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0" } } } },
      {
        platform = "tvos",
        bundles = {
          ["PlugIns/Share.appex"] = { info = { UILaunchImages = "Launch" } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { UILaunchImages = "Launch" } },
        },
      },
    },
    fail = {
      { info = { UILaunchImages = { { UILaunchImageMinimumOSVersion = "7.0" } } }, at = "/UILaunchImages/0/UILaunchImageName" },
      {
        info = { UILaunchImages = { { UILaunchImageName = "", UILaunchImageMinimumOSVersion = "7.0" } } },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      { info = { UILaunchImages = { { UILaunchImageName = "Launch" } } }, at = "/UILaunchImages/0/UILaunchImageMinimumOSVersion" },
      {
        info = { UILaunchImages = { { UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "seven" } } },
        at = "/UILaunchImages/0/UILaunchImageMinimumOSVersion",
      },
      { info = { UILaunchImages = { {
        UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageSize = "320x568",
      } } }, at = "/UILaunchImages/0/UILaunchImageSize" },
      { info = { UILaunchImages = { {
        UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageSize = "{320, 568} points",
      } } }, at = "/UILaunchImages/0/UILaunchImageSize" },
      { info = { UILaunchImages = { {
        UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageSize = "size {320, 568}",
      } } }, at = "/UILaunchImages/0/UILaunchImageSize" },
      { info = { UILaunchImages = { {
        UILaunchImageName = "Launch", UILaunchImageMinimumOSVersion = "7.0", UILaunchImageOrientation = "Upright",
      } } }, at = "/UILaunchImages/0/UILaunchImageOrientation" },
      { info = { UILaunchImages = "Launch" }, at = "/UILaunchImages" },
      { platform = "tvos", info = { UILaunchImages = "Launch" }, at = "/UILaunchImages" },
    },
  },
}
