local named = import "apple.icons.named"

rule "icons-are-opaque" {
  summary   = "Icons for iOS are opaque pictures in colour",
  severity  = "warning",
  rationale = "The home screen shows what is transparent as black. Grey pictures and some others are shown wrongly by old systems.",
  source    = { "Technical Q&A QA1686", "Human Interface Guidelines: App icons" },
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    for _, picture in ipairs(named.pictures(bundle)) do
      -- Xcode's own form for iOS always has room for transparency, used or not.
      if picture.png.has_alpha and not picture.png.is_cgbi then
        report:file(picture.path, "the icon has room for transparency", {
          expected = "no alpha channel", fix = "export it without transparency",
        })
      elseif picture.png.color_type:find("grayscale") then
        report:file(picture.path, "the icon is grey", { expected = "red, green and blue", fix = "export it in RGB" })
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } } },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, has_alpha = true, is_cgbi = true } } } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } } },
          ["Watch/Watch.app"] = {
            platform = "watchos", info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } },
          },
        },
      },
    },
    fail = {
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, has_alpha = true } } } },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57, is_gray = true } } } },
    },
  },
}
