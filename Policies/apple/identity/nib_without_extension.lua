local values = import "apple.values"

local names = { "NSMainNibFile", "NSMainStoryboardFile", "UIMainStoryboardFile", "UILaunchStoryboardName" }
local extensions = { nib = true, xib = true, storyboard = true, storyboardc = true }

rule "nib-without-extension" {
  summary   = "Names of nibs and storyboards must have no file extension",
  severity  = "note",
  rationale = "Apple's documentation asks for it; some readers append the extension a second time.",
  source    = "Bundle Programming Guide: tables 2-4 and 2-7",
  tags      = { "S2" },
  applies   = { key = names },
  check     = function(bundle, report)
    for _, key in ipairs(names) do
      local name = values.text(bundle.info[key])
      local extension = name and name:match("%.(%l+)$")
      if extensions[extension] then
        local stem = name:sub(1, -#extension - 2)
        report:at(bundle.info, key, "'%s' has the file extension .%s", name, extension, {
          expected = stem, fix = { text = "remove the extension", set = { [key] = stem } },
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { NSMainNibFile = "MainMenu", UIMainStoryboardFile = 1, UILaunchStoryboardName = "Launch.v2" } } },
    fail = {
      { info = { NSMainNibFile = "MainMenu.nib" }, at = "/NSMainNibFile" },
      { info = { NSMainNibFile = "Menu.old.nib" }, at = "/NSMainNibFile" },
      { info = { UILaunchStoryboardName = "Launch.storyboard" }, at = "/UILaunchStoryboardName" },
      { info = { NSMainStoryboardFile = "Main.storyboardc" }, at = "/NSMainStoryboardFile" },
      { platform = "ios", info = { UIMainStoryboardFile = "Main.xib" }, at = "/UIMainStoryboardFile" },
    },
  },
}
