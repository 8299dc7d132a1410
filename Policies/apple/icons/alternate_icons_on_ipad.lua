local values = import "apple.values"

rule "alternate-icons-on-ipad" {
  summary   = "If the iPad has its own icons, they must include the alternate icons",
  severity  = "error",
  rationale = "CFBundleIcons~ipad replaces CFBundleIcons entirely: an alternate icon that only CFBundleIcons names cannot be chosen on an "
    .. "iPad.",
  source    = "Information Property List Key Reference: CFBundleAlternateIcons",
  tags      = { "S3", "S10", "ITMS-90892" },
  applies   = { kind = "application", platform = "ios", key = "CFBundleIcons~ipad" },
  check = function(bundle, report)
    local all, ipad = bundle.info.CFBundleIcons, bundle.info["CFBundleIcons~ipad"]
    if plist.type(ipad) ~= "dictionary" then return end
    local there = ipad.CFBundleAlternateIcons
    for name in pairs(values.dictionary(values.dictionary(all).CFBundleAlternateIcons)) do
      if plist.type(there) ~= "dictionary" then
        return report:missing(ipad, "CFBundleAlternateIcons", "CFBundleIcons~ipad has no alternate icons", {
          expected = "the same icons as in CFBundleIcons", fix = "copy CFBundleAlternateIcons from CFBundleIcons",
        })
      elseif there[name] == nil then
        report:missing(there, name, "CFBundleIcons~ipad has no alternate icon '%s'", name, {
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
      {
        info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = {} } }, ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = {} } },
        at = "/CFBundleIcons~0ipad/CFBundleAlternateIcons",
      },
      { info = {
        CFBundleIcons = { CFBundleAlternateIcons = { Blue = {}, Red = {} } },
        ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Blue = {} } },
      }, at = "/CFBundleIcons~0ipad/CFBundleAlternateIcons/Red" },
    },
  },
}
