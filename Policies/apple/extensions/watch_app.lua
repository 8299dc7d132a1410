rule "watch-app" {
  summary   = "A watch app must declare itself with WKApplication or WKWatchKitApp",
  severity  = "error",
  rationale = "Without either key, the watch does not take the bundle for an app and does not install it.",
  source    = "Bundle Resources: WKApplication, WKWatchKitApp",
  tags      = { "S2", "S3", "MI-watch" },
  applies   = { kind = "application", platform = "watchos" },
  check     = function(bundle, report)
    local info = bundle.info
    if info.WKApplication == nil and info.WKWatchKitApp == nil then
      report:missing(info, "WKApplication", "the bundle does not say that it is a watch app", {
        expected = "WKApplication with the value true", fix = "add WKApplication, or WKWatchKitApp if the code is in a WatchKit extension",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { without = "WKApplication", info = { WKWatchKitApp = true } },
      { platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos" } } },
    },
    fail = {
      { without = "WKApplication", at = "/WKApplication" },
      {
        platform = "ios", bundles = { ["Watch/Watch.app"] = { platform = "watchos", without = "WKApplication" } },
        at = "Watch/Watch.app:/WKApplication",
      },
    },
  },
}
