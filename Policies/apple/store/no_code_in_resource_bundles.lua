rule "no-executable-in-resources" {
  summary   = "A resource bundle must not name an executable",
  severity  = "error",
  rationale = "The store takes a bundle with CFBundleExecutable for code, but finds none.",
  source    = "ITMS-90535",
  tags      = { "S8", "ITMS-90535" },
  applies   = { kind = "plugin", platform = { "ios", "tvos", "watchos", "visionos" }, nested = true, key = "CFBundleExecutable" },
  check = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if type(name) == "string" and not bundles.exists(bundle, name) then
      report:at(bundle.info, "CFBundleExecutable", "the resource bundle names the executable '%s'", name, {
        expected = "no CFBundleExecutable", fix = "remove the key from the bundle's Info.plist",
      })
    end
  end,
  examples = {
    pass = {
      {
        kind = "application", platform = "ios",
        bundles = { ["Art.bundle"] = { kind = "plugin", without = "CFBundleExecutable", files = { Art = false } } },
      },
      { kind = "application", platform = "ios", bundles = { ["Art.bundle"] = { kind = "plugin" } } },
    },
    fail = { {
      kind = "application", platform = "ios", bundles = { ["Art.bundle"] = { kind = "plugin", files = { Art = false } } },
      at = "Art.bundle:/CFBundleExecutable",
    } },
  },
}
