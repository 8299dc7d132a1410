rule "background-modes" {
  summary   = "Background modes must be those that the system knows",
  severity  = "warning",
  rationale = "The system ignores any other mode, so that the app is suspended as soon as it leaves the screen. The store rejects the app.",
  source    = { "Bundle Resources: UIBackgroundModes", "ITMS-90362" },
  tags      = { "S3", "ITMS-90362" },
  applies   = { key = { "UIBackgroundModes", "WKBackgroundModes" } },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      local base = keys.split(place.under).base
      if place.kind == "value" and (base == "UIBackgroundModes" or base == "WKBackgroundModes") then
        report:at(place.node, place.key, "the system has no background mode '%s'", tostring(place.node[place.key]), {
          expected = "one of " .. table.concat(place.allowed, ", "), fix = "correct the mode, or remove it",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", info = { UIBackgroundModes = { "audio", "location" } } },
      { platform = "ios", info = { UIBackgroundModes = "audio", UIStatusBarStyle = "none" } },
      { platform = "watchos", info = { WKBackgroundModes = { "workout-processing" } } },
    },
    fail = {
      { platform = "ios", info = { UIBackgroundModes = { "audio", "music" } }, at = "/UIBackgroundModes/1" },
      { platform = "ios", info = { ["UIBackgroundModes~ipad"] = { "Audio" } }, at = "/UIBackgroundModes~0ipad/0" },
      { platform = "watchos", info = { WKBackgroundModes = { "running" } }, at = "/WKBackgroundModes/0" },
    },
  },
}
