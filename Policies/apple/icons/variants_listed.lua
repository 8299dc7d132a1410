local named = import "apple.icons.named"

rule "icon-variants-listed" {
  summary   = "If icons are named with their extension, every variant must be named",
  severity  = "warning",
  rationale = "A name with an extension stands for that file alone: Icon@2x.png next to it is never shown.",
  source    = { "Information Property List Key Reference: CFBundleIconFiles", "Technical Q&A QA1686" },
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", key = named.keys },
  check = function(bundle, report)
    local names = {}
    local entries = named.names(bundle)
    for _, entry in ipairs(entries) do names[entry.value] = true end
    for _, entry in ipairs(entries) do
      local stem, extension = entry.value:match("^(.+)(%.%w+)")
      for _, scale in ipairs(stem and { "@2x", "@3x" } or {}) do
        local variant = stem .. scale .. extension
        if bundles.exists(bundle, variant) and not names[variant] and not names[stem] then
          report:at(entry.node, entry.key, "'%s' is named, but its variant '%s' is not", entry.value, variant, {
            expected = "both, or the name without an extension", fix = "change it to '" .. stem .. "'",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      {
        info = { CFBundleIconFiles = { "Icon.png", "Icon@2x.png", "Small" } },
        files = { ["Icon.png"] = "", ["Icon@2x.png"] = "", ["Small@2x.png"] = "", ["Small.png"] = "" },
      },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" } },
          ["Watch/Watch.app"] = {
            platform = "watchos", info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" },
          },
        },
      },
    },
    fail = {
      { info = { CFBundleIconFile = "Icon.png" }, files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" }, at = "/CFBundleIconFile" },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon.png" } } } },
        files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" }, at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      { info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["Icon.png"] = "", ["Icon@2x.png"] = "" }, at = "/CFBundleIconFiles/0" },
      { info = { CFBundleIconFiles = { "Icon.png" } }, files = { ["Icon.png"] = "", ["Icon@3x.png"] = "" }, at = "/CFBundleIconFiles/0" },
    },
  },
}
