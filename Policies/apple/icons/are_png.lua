local named = import "apple.icons.named"

rule "icons-are-png" {
  summary   = "App icons for iOS must be PNG files",
  severity  = "error",
  rationale = "The home screen shows an empty icon for any other image format, even if the file is named .png, and the store rejects it.",
  source    = { "Technical Q&A QA1686", "Human Interface Guidelines: App icons" },
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", key = named.keys },
  check = function(bundle, report)
    local seen = {}
    for _, entry in ipairs(named.names(bundle)) do
      for _, path in ipairs(named.files(bundle, entry.value)) do
        if not seen[path] and not bundle.files[path].problem and not bundle.files[path].png then
          report:file(path, "%s is not a PNG file", path, {
            expected = "a PNG file", fix = "export it as PNG; renaming the file is not enough",
          })
        end
        seen[path] = true
      end
    end
  end,
  examples = {
    pass = {
      { info = { CFBundleIconFiles = { "Icon", "Icon.png" } }, files = { ["Icon.png"] = { png = { width = 57 } } } },
      { info = { CFBundleIconFiles = { "Gone" } }, files = { ["Other.png"] = "x" } },
    },
    fail = {
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon@2x.png"] = "JFIF" }, at = "Icon@2x.png" },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } }, files = { ["Icon.png"] = "JFIF" },
        at = "Icon.png",
      },
      { info = { CFBundleIconFiles = { "Icon", "Icon.png" } }, files = { ["Icon.png"] = "JFIF" }, at = "Icon.png", count = 1 },
      { info = { CFBundleIconFile = "Icon.jpg" }, files = { ["Icon.jpg"] = "JFIF" }, at = "Icon.jpg" },
    },
  },
}
