local named = import "apple.icons.named"

rule "icons-are-png" {
  summary   = "Icons for iOS are PNG files",
  severity  = "error",
  rationale = "The home screen shows an empty icon for any other sort of picture, whatever the file is called, and the store refuses it.",
  source    = { "Technical Q&A QA1686", "Human Interface Guidelines: App icons" },
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    local seen = {}
    for _, entry in ipairs(named.names(bundle)) do
      for _, path in ipairs(named.files(bundle, entry.value)) do
        if not seen[path] and not bundle.files[path].png then
          report:file(path, "the icon is no PNG file", { expected = "a PNG file", fix = "export it anew as PNG; a new name is not enough" })
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
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon@2x.png"] = "JFIF" } },
      { info = { CFBundleIconFile = "Icon.jpg" }, files = { ["Icon.jpg"] = "JFIF" } },
    },
  },
}
