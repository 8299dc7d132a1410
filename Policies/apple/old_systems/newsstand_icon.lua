local named = import "apple.icons.named"
local values = import "apple.values"

rule "newsstand-icon" {
  summary   = "A Newsstand app must have the icon that is shown while an issue has no cover",
  severity  = "error",
  rationale = "Without it, Newsstand shows an empty shelf, and the store rejects the app.",
  source    = "Information Property List Key Reference: UINewsstandIcon",
  tags      = { "S3", "S10" },
  applies   = {
    kind = "application", platform = "ios", nested = false, minimum_os = { below = "9.0" },
    key = { "/CFBundleIcons/UINewsstandIcon", "UINewsstandApp" },
  },
  check = function(bundle, report)
    local icons = bundle.info.CFBundleIcons
    local icon = values.dictionary(icons).UINewsstandIcon
    if icon == nil and bundle.info.UINewsstandApp ~= true then return end
    if plist.type(icons) ~= "dictionary" then
      return report:missing(bundle.info, "CFBundleIcons", "Newsstand will not find an icon", {
        expected = "UINewsstandIcon in CFBundleIcons",
      })
    elseif plist.type(icon) ~= "dictionary" then
      return report:missing(icons, "UINewsstandIcon", "Newsstand will not find an icon", {
        expected = "a dictionary with CFBundleIconFiles",
      })
    end
    local names = icon.CFBundleIconFiles
    if #values.list(names) == 0 then
      report:missing(icon, "CFBundleIconFiles", "the Newsstand icon names no images", {
        expected = "a list of files", fix = "name the images of the icon",
      })
    end
    for position, name in ipairs(values.list(names)) do
      if type(name) == "string" and #named.files(bundle, name) == 0 then
        report:at(names, position, "the bundle has no image '%s' for Newsstand", name, {
          expected = name:gsub("%.png$", "") .. ".png at the top level, with exactly this spelling",
          fix = "add the file, or remove its name",
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "5.0" } }, { info = { MinimumOSVersion = "5.0", UINewsstandApp = false } },
      { info = { MinimumOSVersion = "5.0", UINewsstandApp = {} } },
      {
        info = {
          MinimumOSVersion = "8.0", UINewsstandApp = true, CFBundleIcons = { UINewsstandIcon = { CFBundleIconFiles = { "Cover", 1 } } },
        },
        files = { ["Cover@2x.png"] = { png = { width = 180 } } },
      },
    },
    fail = {
      { info = { MinimumOSVersion = "5.0", UINewsstandApp = true }, without = "CFBundleIcons", at = "/CFBundleIcons" },
      { info = { MinimumOSVersion = "5.0", UINewsstandApp = true, CFBundleIcons = {} }, at = "/CFBundleIcons/UINewsstandIcon" },
      {
        info = { MinimumOSVersion = "5.0", CFBundleIcons = { UINewsstandIcon = {} } },
        at = "/CFBundleIcons/UINewsstandIcon/CFBundleIconFiles",
      },
      {
        info = { MinimumOSVersion = "8.0", CFBundleIcons = { UINewsstandIcon = { CFBundleIconFiles = { "Cover" } } } },
        at = "/CFBundleIcons/UINewsstandIcon/CFBundleIconFiles/0",
      },
    },
  },
}
