local values = import "apple.values"

rule "alternate-icons-on-ipad" {
  summary   = "Alternate icons are repeated for the iPad where it has icons of its own",
  severity  = "error",
  rationale = "CFBundleIcons~ipad replaces CFBundleIcons whole: an alternate icon that only the latter names cannot be chosen on an iPad.",
  source    = "Information Property List Key Reference: CFBundleAlternateIcons",
  tags      = { "S3", "S10" },
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    local all, ipad = bundle.info.CFBundleIcons, bundle.info["CFBundleIcons~ipad"]
    if plist.type(ipad) ~= "dictionary" then return end
    local there = ipad.CFBundleAlternateIcons
    for name in pairs(values.dictionary(values.dictionary(all).CFBundleAlternateIcons)) do
      if plist.type(there) ~= "dictionary" then
        return report:missing(ipad, "CFBundleAlternateIcons", "the alternate icons are not repeated for the iPad", {
          expected = "the same icons as in CFBundleIcons", fix = "copy CFBundleAlternateIcons from CFBundleIcons",
        })
      elseif there[name] == nil then
        report:missing(there, name, "the alternate icon '%s' is not repeated for the iPad", name, {
          expected = "the same icons as in CFBundleIcons", fix = "copy it from CFBundleIcons",
        })
      end
    end
  end,
  examples = {
    pass = {
      {},
      {
        bundles = {
          ["PlugIns/Share.appex"] = {
            info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = {} } },
          },
          ["Watch/Watch.app"] = {
            platform = "watchos",
            info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = {} } },
          },
        },
      },
      { info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } } } },
      { info = {
        CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } }, ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Blue = {} } },
      } },
    },
    fail = {
      { info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = {} } } },
      { info = {
        CFBundleIcons = { CFBundleAlternateIcons = { Blue = {}, Red = {} } },
        ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Blue = {} } },
      } },
    },
  },
}
