local values = import "apple.values"

rule "prerendered-icon" {
  summary   = "UIPrerenderedIcon must be the same inside and outside CFBundleIcons",
  severity  = "warning",
  rationale = "Systems since iOS 5 read UIPrerenderedIcon inside CFBundleIcons, older ones outside: one of them adds a shine to the icon.",
  source    = { "Information Property List Key Reference: UIPrerenderedIcon", "Bundle Programming Guide: table 2-4" },
  tags      = { "S2", "S3", "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "7.0" }, key = "UIPrerenderedIcon" },
  check = function(bundle, report)
    local icons = values.dictionary(bundle.info.CFBundleIcons)
    local primary = icons.CFBundlePrimaryIcon
    local plain = bundle.info.UIPrerenderedIcon
    if plist.type(primary) == "dictionary" and plain ~= nil and plain ~= (primary.UIPrerenderedIcon or false) then
      report:at(bundle.info, "UIPrerenderedIcon", "UIPrerenderedIcon is %s, but CFBundleIcons has a different value", tostring(plain), {
        expected = "the same value in CFBundlePrimaryIcon", fix = "set UIPrerenderedIcon in CFBundleIcons, CFBundlePrimaryIcon",
      })
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true } },
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = "x" } } },
      { info = {
        MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } },
      } },
      { info = {
        MinimumOSVersion = "6.1", UIPrerenderedIcon = false, CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } },
      } },
      { info = { MinimumOSVersion = "5.0", CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } } } },
    },
    fail = {
      {
        info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = {} } },
        at = "/UIPrerenderedIcon",
      },
      { info = {
        MinimumOSVersion = "6.1", UIPrerenderedIcon = false, CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } },
      }, at = "/UIPrerenderedIcon" },
    },
  },
}
