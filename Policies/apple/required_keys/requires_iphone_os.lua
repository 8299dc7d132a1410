rule "requires-iphone-os" {
  summary   = "An iOS app must set LSRequiresIPhoneOS",
  severity  = "warning",
  rationale = "The store requires it, and other systems take the bundle for one of their own.",
  source    = { "Bundle Programming Guide: table 2-3", "Information Property List Key Reference: Launch Services Keys" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = "ios" },
  check     = function(bundle, report)
    local value = bundle.info.LSRequiresIPhoneOS
    local details = { expected = "the Boolean true", fix = {
      text = "set LSRequiresIPhoneOS to true", set = { LSRequiresIPhoneOS = true },
    } }
    if value == nil then
      report:missing(bundle.info, "LSRequiresIPhoneOS", "the iOS app has no LSRequiresIPhoneOS", details)
    elseif value == false then
      report:at(bundle.info, "LSRequiresIPhoneOS", "LSRequiresIPhoneOS is false in an iOS app", details)
    end
  end,
  examples  = {
    pass = { { platform = "ios" }, { platform = "ios", info = { LSRequiresIPhoneOS = "YES" } } },
    fail = {
      { platform = "ios", without = "LSRequiresIPhoneOS", at = "/LSRequiresIPhoneOS" },
      { platform = "ios", info = { LSRequiresIPhoneOS = false }, at = "/LSRequiresIPhoneOS" },
    },
  },
}
