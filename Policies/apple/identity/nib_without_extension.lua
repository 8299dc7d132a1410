rule "nib-without-extension" {
  summary   = "Names of nibs and storyboards are written without extension",
  severity  = "note",
  rationale = "The documents ask for it; some readers add the extension a second time.",
  source    = "Bundle Programming Guide: tables 2-4 and 2-7",
  tags      = { "S2" },
  check     = function(bundle, report)
    for _, key in ipairs { "NSMainNibFile", "NSMainStoryboardFile", "UIMainStoryboardFile", "UILaunchStoryboardName" } do
      local name = bundle.info[key]
      local extension = type(name) == "string" and (name:match("%.[nx]ib$") or name:match("%.storyboardc?$"))
      if extension then
        report:at(bundle.info, key, "'%s' has the extension %s", name, extension, {
          expected = name:sub(1, -#extension - 1), fix = "leave the extension out",
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { NSMainNibFile = "MainMenu", UIMainStoryboardFile = 1, UILaunchStoryboardName = "Launch.v2" } } },
    fail = { { info = { NSMainNibFile = "MainMenu.nib" } }, { info = { UILaunchStoryboardName = "Launch.storyboard" } } },
  },
}
