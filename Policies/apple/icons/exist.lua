local named = import "apple.icons.named"

rule "icons-exist" {
  summary   = "Every icon that Info.plist names is in the bundle",
  severity  = "error",
  rationale = "The home screen shows an empty icon, and the store refuses the application for an invalid image path.",
  source    = { "Technical Q&A QA1686", "Information Property List Key Reference: CFBundleIconFiles" },
  tags      = { "S10", "S13", "S3" },
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    for _, entry in ipairs(named.names(bundle)) do
      if #named.files(bundle, entry.name) == 0 then
        report:at(entry.node, entry.key, "there is no icon '%s' in the bundle", entry.name, {
          expected = entry.name:find("%.%a%w*$") and entry.name .. " at the top, spelt so"
            or entry.name .. ".png or a variant such as " .. entry.name .. "@2x.png at the top, spelt so",
          fix = "add the file, or take its name away",
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
      -- The period of a size is no extension's.
      { info = { CFBundleIconFiles = { "AppIcon83.5x83.5" } }, files = { ["AppIcon83.5x83.5@2x~ipad.png"] = { png = { width = 167 } } } },
    },
    fail = {
      { info = { CFBundleIconFiles = { "Icon.png" } } }, { info = { CFBundleIconFile = "Icon" } },
      { info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["icon.png"] = { png = { width = 57 } } } },
      { info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon76x76" } } } } },
      { info = { CFBundleIcons = { CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "Blue" } } } } } },
    },
  },
}
