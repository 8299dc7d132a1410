rule "requires-iphone-os" {
  summary   = "An application for iOS says so with LSRequiresIPhoneOS",
  severity  = "warning",
  rationale = "The store asks for it, and other systems take the bundle for one of theirs.",
  source    = { "Bundle Programming Guide: table 2-3", "Information Property List Key Reference: Launch Services Keys" },
  tags      = { "S2" },
  applies   = { kind = "application", platform = "ios" },
  check     = function(bundle, report)
    local value = bundle.info.LSRequiresIPhoneOS
    local details = { expected = "the Boolean true", fix = "set LSRequiresIPhoneOS to true" }
    if value == nil then
      report:missing(bundle.info, "LSRequiresIPhoneOS", "LSRequiresIPhoneOS is missing from an application for iOS", details)
    elseif value == false then
      report:at(bundle.info, "LSRequiresIPhoneOS", "LSRequiresIPhoneOS is false in an application for iOS", details)
    end
  end,
  examples  = {
    pass = { { platform = "ios" }, { platform = "ios", info = { LSRequiresIPhoneOS = "YES" } } },
    fail = { { platform = "ios", without = "LSRequiresIPhoneOS" }, { platform = "ios", info = { LSRequiresIPhoneOS = false } } },
  },
}
