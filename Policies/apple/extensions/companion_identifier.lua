local values = import "apple.values"

rule "companion-identifier" {
  summary   = "A watch app must name the app that contains it as its companion",
  severity  = "error",
  rationale = "Otherwise the watch does not install the app, and the store rejects the upload.",
  source    = "Information Property List Key Reference: WKCompanionAppBundleIdentifier",
  tags      = { "S6", "S13", "ITMS-90538", "MI-watch" },
  applies   = { kind = "application", platform = "watchos", nested = true },
  check = function(bundle, report)
    local host = values.host(bundle)
    local named = values.text(bundle.info.WKCompanionAppBundleIdentifier)
    local wanted = host and values.text(host.info.CFBundleIdentifier)
    local info = bundle.info
    if host and info.WKCompanionAppBundleIdentifier == nil and info.WKWatchOnly ~= true and values.is_opened(host) then
      report:missing(info, "WKCompanionAppBundleIdentifier", "the watch app names no companion", {
        expected = wanted or "the identifier of " .. host.name, fix = "set it to the identifier of the containing app",
      })
    elseif named and wanted and named ~= wanted then
      report:at(bundle.info, "WKCompanionAppBundleIdentifier", "the companion is '%s', but the identifier of %s is '%s'", named, host.name,
        wanted, {
        expected = wanted, fix = "set it to the identifier of the containing app",
      })
    end
  end,
  examples = {
    pass = {
      {
        kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { WKWatchOnly = true } } },
      },
      {
        kind = "application", platform = "ios", info = { ITSWatchOnlyContainer = true },
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", without = "WKWatchOnly" } },
      },
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
        kind = "application", platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos", without = "WKWatchOnly" } },
        at = "Watch/Watch.app:/WKCompanionAppBundleIdentifier",
      },
      {
        kind = "application", platform = "ios", without = "CFBundleIdentifier",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", without = "WKWatchOnly" } },
        at = "Watch/Watch.app:/WKCompanionAppBundleIdentifier",
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["Watch/Watch.app"] = { platform = "watchos", info = { WKCompanionAppBundleIdentifier = "com.example.other" } } },
        at = "Watch/Watch.app:/WKCompanionAppBundleIdentifier",
      },
    },
  },
}
