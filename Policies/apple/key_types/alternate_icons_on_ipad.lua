local values = import "apple.values"

rule "alternate-icons-on-ipad" {
  summary   = "Alternate icons are declared for the iPad too, where its icons are declared apart",
  severity  = "warning",
  rationale = "An iPad reads CFBundleIcons~ipad and nothing else: switching to an icon that isn't there fails.",
  source    = "Information Property List Key Reference: CFBundleAlternateIcons",
  tags      = { "S3", "S5" },
  applies   = { kind = "application", platform = "ios" },
  check     = function(bundle, report)
    local pad = bundle.info["CFBundleIcons~ipad"]
    local has_pad = false
    for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do has_pad = has_pad or family == 2 or family == "2" end
    if plist.type(pad) ~= "dictionary" or not has_pad then return end
    local own = values.dictionary(pad.CFBundleAlternateIcons)
    local alternates = values.dictionary(values.dictionary(bundle.info.CFBundleIcons).CFBundleAlternateIcons)
    for name in pairs(alternates) do
      if own[name] == nil then
        report:at(alternates, name, "the alternate icon %s is not in CFBundleIcons~ipad", name, {
          expected = name .. " under CFBundleIcons~ipad/CFBundleAlternateIcons", fix = "repeat it there",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {
        platform = "ios",
        info = {
          CFBundleIcons = { CFBundleAlternateIcons = { Night = { CFBundleIconName = "N" } } },
          ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Night = { CFBundleIconName = "N" } } },
        },
      },
      { platform = "ios", info = { CFBundleIcons = { CFBundleAlternateIcons = { Night = { CFBundleIconName = "N" } } } } },
      {
        platform = "ios",
        info = {
          UIDeviceFamily = { 1 }, CFBundleIcons = { CFBundleAlternateIcons = { Night = { CFBundleIconName = "N" } } },
          ["CFBundleIcons~ipad"] = {},
        },
      },
    },
    fail = {
      {
        platform = "ios",
        info = {
          CFBundleIcons = { CFBundleAlternateIcons = { Night = { CFBundleIconName = "N" } } },
          ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } },
        },
      },
    },
  },
}
