local values = import "apple.values"

rule "ipad-orientations" {
  summary   = "An iPad app must support multitasking: all four orientations and a launch storyboard",
  severity  = "error",
  rationale = "The store rejects an app that does not, unless UIRequiresFullScreen excludes it from multitasking.",
  source    = { "ITMS-90474", "ITMS-90475", "Adopting Multitasking Enhancements on iPad" },
  tags      = { "S11", "ITMS-90474", "ITMS-90475" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "9.0" },
  check = function(bundle, report)
    if not values.is_opened(bundle) then return end
    local info = bundle.info
    local families = info.UIDeviceFamily
    local is_for_ipad = false
    for _, family in ipairs(plist.type(families) == "array" and families or {}) do is_for_ipad = is_for_ipad or family == 2 end
    if not is_for_ipad or plist.resolve(info, "UIRequiresFullScreen", { platform = "ios", device = "ipad" }) == true then return end
    local given = plist.resolve(info, "UISupportedInterfaceOrientations", { platform = "ios", device = "ipad" })
    if given ~= nil and plist.type(given) ~= "array" then return end
    local has, missing = {}, {}
    for _, orientation in ipairs(given or {}) do has[orientation] = true end
    for _, name in ipairs { "Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight" } do
      if not has["UIInterfaceOrientation" .. name] then missing[#missing + 1] = name end
    end
    if #missing > 0 then
      local details = {
        expected = "all four orientations, or UIRequiresFullScreen", fix = "add UIInterfaceOrientation" .. table.concat(missing, ", UIInterfaceOrientation"),
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
    },
    fail = {
      { info = { UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" } } },
      { info = { ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } } },
      { without = "UISupportedInterfaceOrientations", info = { MinimumOSVersion = "9.0" } },
      {
        info = {
          UISupportedInterfaceOrientations = {
            "UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
          },
        },
      },
    },
  },
}
