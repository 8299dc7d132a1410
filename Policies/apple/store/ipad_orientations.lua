local values = import "apple.values"

rule "ipad-orientations" {
  summary   = "An iPad app must support all four orientations, as multitasking requires",
  severity  = "error",
  rationale = "The store rejects an app that does not, unless UIRequiresFullScreen excludes it from multitasking.",
  source    = { "ITMS-90474", "Adopting Multitasking Enhancements on iPad", "Swift Build: product validation" },
  tags      = { "S11", "ITMS-90474" },
  applies   = {
    kind = "application", platform = "ios", nested = false, when = function(bundle) return values.is_built_with(bundle, "9.0") end,
  },
  check = function(bundle, report)
    if not values.is_opened(bundle) then return end
    local info = bundle.info
    if not values.families(bundle)[2] or values.is_true(plist.resolve(info, "UIRequiresFullScreen", {
      platform = "ios", device = "ipad",
    })) then
      return
    end
    local given = plist.resolve(info, "UISupportedInterfaceOrientations", { platform = "ios", device = "ipad" })
    if given ~= nil and plist.type(given) ~= "array" then return end
    local has, missing = {}, {}
    for _, orientation in ipairs(given or {}) do has[orientation] = true end
    for _, name in ipairs { "Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight" } do
      if not has["UIInterfaceOrientation" .. name] then missing[#missing + 1] = name end
    end
    if #missing > 0 then
      local details = {
        expected = "all four orientations, or UIRequiresFullScreen",
        fix = "add UIInterfaceOrientation" .. table.concat(missing, ", UIInterfaceOrientation"),
      }
      if given == nil then
        report:missing(info, "UISupportedInterfaceOrientations", "the app declares no orientations for the iPad", details)
      else
        report:at(given, nil, "the iPad orientations do not include %s", table.concat(missing, ", "), details)
      end
    end
  end,
  examples = {
    pass = {
      { info = { UIDeviceFamily = "x" } },
      {}, { info = { UIDeviceFamily = { 1 }, UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { UIRequiresFullScreen = true, UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { LSApplicationLaunchProhibited = true }, without = "UISupportedInterfaceOrientations" },
      { info = { UIRequiresFullScreen = true }, without = "UISupportedInterfaceOrientations" },
      {
        info = {
          UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" },
          ["UISupportedInterfaceOrientations~ipad"] = {
            "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown", "UIInterfaceOrientationLandscapeLeft",
            "UIInterfaceOrientationLandscapeRight",
          },
        },
      },
      { info = { UISupportedInterfaceOrientations = "UIInterfaceOrientationPortrait" } },
      { info = { UIRequiresFullScreen = "YES", UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { UIRequiresFullScreen = 1, UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { UIRequiresFullScreen = "1", UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { UIRequiresFullScreen = "true", UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
    },
    fail = {
      {
        info = { UIDeviceFamily = { "x", "2" }, UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } },
        at = "/UISupportedInterfaceOrientations",
      },
      {
        info = { UIRequiresFullScreen = "NO", UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } },
        at = "/UISupportedInterfaceOrientations",
      },
      {
        without = "MinimumOSVersion",
        info = { DTPlatformVersion = "9.0", UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } },
        at = "/UISupportedInterfaceOrientations",
      },
      { info = { UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } }, at = "/UISupportedInterfaceOrientations" },
      {
        info = { ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } },
        at = "/UISupportedInterfaceOrientations~0ipad",
      },
      { without = "UISupportedInterfaceOrientations", info = { MinimumOSVersion = "9.0" }, at = "/UISupportedInterfaceOrientations" },
      {
        info = {
          UISupportedInterfaceOrientations = {
            "UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
          },
        },
        at = "/UISupportedInterfaceOrientations",
      },
    },
  },
}
