rule "location-descriptions" {
  summary   = "An app that asks for its location at any time must also say why it asks while in use",
  severity  = "warning",
  rationale = "The system first asks for access while the app is in use. Without NSLocationWhenInUseUsageDescription, it ignores the "
    .. "request, and the user is never asked.",
  source    = "Core Location: requestAlwaysAuthorization()",
  tags      = { "S3" },
  applies   = { kind = "application", platform = "ios", key = "NSLocationAlwaysAndWhenInUseUsageDescription" },
  check     = function(bundle, report)
    local info = bundle.info
    if info.NSLocationAlwaysAndWhenInUseUsageDescription ~= nil and info.NSLocationWhenInUseUsageDescription == nil then
      report:missing(info, "NSLocationWhenInUseUsageDescription",
        "the app says why it needs its location at any time, but not while it is in use", {
        expected = "NSLocationWhenInUseUsageDescription too", fix = "add NSLocationWhenInUseUsageDescription",
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, { platform = "ios", info = { NSLocationWhenInUseUsageDescription = "To show trains near you" } },
      {
        platform = "ios",
        info = {
          NSLocationWhenInUseUsageDescription = "To show trains near you",
          NSLocationAlwaysAndWhenInUseUsageDescription = "To warn you of delays",
        },
      },
    },
    fail = { {
      platform = "ios", info = { NSLocationAlwaysAndWhenInUseUsageDescription = "To warn you of delays" },
      at = "/NSLocationWhenInUseUsageDescription",
    } },
  },
}
