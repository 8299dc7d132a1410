local values = import "apple.values"

rule "launch-screen" {
  summary   = "The app must have a launch screen",
  severity  = "error",
  rationale = "Without one, the system treats the app as one for old devices, and the store rejects it.",
  source    = { "ITMS-90096", "ITMS-90475", "Specifying your app's launch screen" },
  tags      = { "S11", "ITMS-90096", "ITMS-90475" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "9.0" },
  check = function(bundle, report)
    if not values.is_opened(bundle) then return end
    local info = bundle.info
    local screen = info.UILaunchScreen or info.UILaunchScreens or info.UILaunchStoryboardName or info.UILaunchStoryboards
    if screen == nil and #plist.variants(info, "UILaunchStoryboardName") == 0 then
      report:missing(info, "UILaunchScreen", "the app has no launch screen", {
        expected = "UILaunchScreen or UILaunchStoryboardName", fix = "add an empty UILaunchScreen dictionary, or a launch storyboard",
      })
    end
  end,
  examples = {
    pass = {
      {}, { without = "UILaunchScreen", info = { UILaunchStoryboardName = "Launch" } },
      { without = "UILaunchScreen", info = { ["UILaunchStoryboardName~ipad"] = "Launch" } },
      { without = "UILaunchScreen", info = { LSApplicationLaunchProhibited = true } },
      { without = "UILaunchScreen", info = { ITSWatchOnlyContainer = true } },
    },
    fail = { { without = "UILaunchScreen", info = { MinimumOSVersion = "9.0" } } },
  },
}
