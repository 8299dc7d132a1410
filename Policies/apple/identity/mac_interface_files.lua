local interface = import "apple.identity.interface"
local values = import "apple.values"

local kinds = { NSMainNibFile = { "nib" }, NSMainStoryboardFile = { "storyboardc" } }

rule "mac-interface-files" {
  summary   = "A Mac app must contain the nib or storyboard that it names",
  severity  = "warning",
  rationale = "If the app calls NSApplicationMain, it quits at launch without the file. Apps that do not call it ignore the key.",
  source    = "Information Property List Key Reference: Cocoa Keys",
  tags      = { "S13", "S2" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = { "NSMainNibFile", "NSMainStoryboardFile" } },
  check     = function(bundle, report)
    for key, types in pairs(kinds) do
      for _, form in ipairs(values.forms(bundle.info, key)) do interface.judge(bundle, report, bundle.info, form, types) end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "catalyst" }, { kind = "plugin", info = { NSMainNibFile = "MainMenu" } },
      { platform = "ios", info = { NSMainNibFile = "MainMenu" } },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/en.lproj/MainMenu.nib"] = "" } },
      { info = { NSMainStoryboardFile = "Main" }, files = { ["Contents/Resources/Main.storyboardc/Info.plist"] = "{}" } },
    },
    fail = {
      { info = { NSMainNibFile = "MainMenu" }, at = "/NSMainNibFile" },
      { info = { ["NSMainNibFile-macos"] = "MainMenu" }, at = "/NSMainNibFile-macos" },
      { platform = "catalyst", info = { NSMainStoryboardFile = "Main" }, at = "/NSMainStoryboardFile" },
    },
  },
}
