rule "default-image-at-top" {
  summary   = "A localized launch image must also exist at the top level of the bundle",
  severity  = "warning",
  rationale = "The system looks at the top level before it knows the language; without that image, old systems do not use the whole "
    .. "screen.",
  source    = { "Bundle Programming Guide: Localized Resources in Bundles", "Technical Note TN2244" },
  tags      = { "S9", "S11" },
  applies   = { kind = "application", platform = "ios", files = "*.lproj/Default*.png" },
  check = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "*.lproj/Default*.png")) do
      local name = path:match("([^/]+)$")
      if not bundles.exists(bundle, name) then
        report:file(path, "'%s' is localized, but does not exist at the top level of the bundle", name, {
          expected = name .. " at the top level", fix = "add a copy at the top level",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["fr.lproj/Default@2x.png"] = "", ["Default@2x.png"] = "" } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { files = { ["fr.lproj/Default.png"] = "" } },
          ["Watch/Watch.app"] = { platform = "watchos", files = { ["fr.lproj/Default.png"] = "" } },
        },
      },
    },
    fail = { { files = { ["fr.lproj/Default-568h@2x.png"] = "" }, at = "fr.lproj/Default-568h@2x.png" } },
  },
}
