local named = import "apple.icons.named"

rule "icons-are-opaque" {
  summary   = "App icons for iOS must be opaque color images",
  severity  = "warning",
  rationale = "The home screen shows transparent pixels as black. Old systems show gray and some other images incorrectly. An alpha "
    .. "channel is a note: only the header of the image is read, and most images with one are still opaque. The checker 'icons' examines "
    .. "the pixels.",
  source    = { "Technical Q&A QA1686", "Human Interface Guidelines: App icons" },
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", key = named.keys },
  check = function(bundle, report)
    for _, picture in ipairs(named.pictures(bundle)) do
      -- Xcode's own PNG variant for iOS always has an alpha channel, used or not.
      if picture.png.has_alpha and not picture.png.is_cgbi then
        report:file(picture.path, "%s has an alpha channel", picture.path, {
          expected = "no alpha channel", fix = "export it without transparency, unless all its pixels are opaque", severity = "note",
        })
      elseif picture.png.color_type:find("grayscale") then
        report:file(picture.path, "%s is a grayscale image", picture.path, { expected = "red, green and blue", fix = "export it in RGB" })
      end
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = "JFIF" } },
      {}, { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } } },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, has_alpha = true, is_cgbi = true } } } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = {
            info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } },
          },
          ["Watch/Watch.app"] = {
            platform = "watchos", info = { CFBundleIconFiles = { "Icon" } },
            files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } },
          },
        },
      },
    },
    fail = {
      { info = { CFBundleIconFile = "Icon" }, files = { ["Icon.png"] = { png = { width = 57, has_alpha = true } } }, at = "Icon.png" },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } },
        files = { ["Icon.png"] = { png = { width = 57, has_alpha = true } } }, at = "Icon.png",
      },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, has_alpha = true } } }, at = "Icon.png" },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } }, at = "Icon.png" },
    },
  },
}
