local values = import "apple.values"

rule "prerendered-icon" {
  summary   = "CFBundleIcons says of the shine what the plain key says",
  severity  = "warning",
  rationale = "Systems from iOS 5 on read UIPrerenderedIcon inside CFBundleIcons, older ones the plain key: the icon shines on one of them.",
  source    = { "Information Property List Key Reference: UIPrerenderedIcon", "Bundle Programming Guide: table 2-4" },
  tags      = { "S2", "S3", "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "7.0" } },
  check = function(bundle, report)
    local icons = values.dictionary(bundle.info.CFBundleIcons)
    local primary = icons.CFBundlePrimaryIcon
    local plain = bundle.info.UIPrerenderedIcon
    if plist.type(primary) == "dictionary" and plain ~= nil and plain ~= (primary.UIPrerenderedIcon or false) then
      report:at(bundle.info, "UIPrerenderedIcon", "UIPrerenderedIcon is %s, and CFBundleIcons says otherwise", tostring(plain), {
        expected = "the same in CFBundlePrimaryIcon", fix = "set UIPrerenderedIcon in CFBundleIcons, CFBundlePrimaryIcon",
      })
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true } },
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = "x" } } },
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } } } },
      { info = { MinimumOSVersion = "6.1", UIPrerenderedIcon = false, CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } } },
      { info = { MinimumOSVersion = "5.0", CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } } } },
    },
    fail = {
      { info = { MinimumOSVersion = "5.0", UIPrerenderedIcon = true, CFBundleIcons = { CFBundlePrimaryIcon = {} } } },
      { info = { MinimumOSVersion = "6.1", UIPrerenderedIcon = false, CFBundleIcons = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } } } },
    },
  },
}
