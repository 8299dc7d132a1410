local named = import "apple.icons.named"

rule "icons-exist" {
  summary   = "The bundle must contain every icon that Info.plist names",
  severity  = "error",
  rationale = "If one is missing, the home screen shows an empty icon, and the store rejects the app because of an invalid image path.",
  source    = { "Technical Q&A QA1686", "Information Property List Key Reference: CFBundleIconFiles" },
  tags      = { "S10", "S13", "S3" },
  applies   = { kind = "application", platform = "ios", key = named.keys },
  check = function(bundle, report)
    for _, entry in ipairs(named.names(bundle)) do
      if #named.files(bundle, entry.value) == 0 and not named.is_in_catalog(bundle, entry) then
        report:at(entry.node, entry.key, "the bundle has no icon '%s'", entry.value, {
          expected = entry.value:find("%.%a%w*$") and entry.value .. " at the top level, with exactly this spelling"
            or entry.value .. ".png or a variant such as " .. entry.value .. "@2x.png at the top level, with exactly this spelling",
          fix = "add the file, or remove its name",
        })
      end
    end
  end,
  examples = {
    pass = {
      {},
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon60x60", "Small.png" } } } },
        files = { ["AppIcon60x60@2x.png"] = { png = { width = 120 } }, ["Small.png"] = { png = { width = 29 } } },
      },
      {
        info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
        files = { ["AppIcon76x76@2x~ipad.png"] = { png = { width = 152 } } },
      },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60" } } } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon" } } } } },
      },
      -- Not every period starts an extension.
      { info = { CFBundleIconFiles = { "AppIcon83.5x83.5" } }, files = { ["AppIcon83.5x83.5@2x~ipad.png"] = { png = { width = 167 } } } },
      { info = { CFBundleIconFiles = { "Icon.old-60" } }, files = { ["Icon.old-60@2x.png"] = { png = { width = 120 } } } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { CFBundleIconFiles = { "Icon.png" } } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { CFBundleIconFiles = { "Icon.png" } } },
        },
      },
    },
    fail = {
      -- A catalog that cannot be read, and one that lacks the icon.
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60" } } } },
        files = { ["Assets.car"] = "<html>" },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60" } } } },
        files = { ["Assets.car"] = { catalog = {} } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60" } } } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      { info = { CFBundleIconFiles = { "Icon.png" } }, at = "/CFBundleIconFiles/0" },
      { info = { CFBundleIconFile = "Icon" }, at = "/CFBundleIconFile" },
      { info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["icon.png"] = { png = { width = 57 } } }, at = "/CFBundleIconFiles/0" },
      {
        info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } },
        at = "/CFBundleIcons~0ipad/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      {
        info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "Blue" } } } } },
        at = "/CFBundleIcons/CFBundleAlternateIcons/Blue/CFBundleIconFiles/0",
      },
    },
  },
}
