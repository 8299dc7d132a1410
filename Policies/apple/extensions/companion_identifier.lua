local values = import "apple.values"

rule "companion-identifier" {
  summary   = "A watch application names the application around it as its companion",
  severity  = "error",
  rationale = "The watch doesn't install it, and the store refuses the upload.",
  source    = "Information Property List Key Reference: WKCompanionAppBundleIdentifier",
  tags      = { "S6", "S13" },
  applies   = { kind = "application", platform = "watchos", nested = true },
  check = function(bundle, report)
    local host = values.host(bundle)
    local named = values.text(bundle.info.WKCompanionAppBundleIdentifier)
    local wanted = host and values.text(host.info.CFBundleIdentifier)
    if named and wanted and named ~= wanted then
      report:at(bundle.info, "WKCompanionAppBundleIdentifier", "the companion is '%s', %s around it is '%s'", named, host.name, wanted, {
        expected = wanted, fix = "write the identifier of the application around it",
      })
    end
  end,
  examples = {
    pass = {
      { kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } } },
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { WKCompanionAppBundleIdentifier = "com.example.app" } } },
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { WKCompanionAppBundleIdentifier = "$(ID)" } } },
      },
    },
    fail = {
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { WKCompanionAppBundleIdentifier = "com.example.other" } } },
      },
    },
  },
}
