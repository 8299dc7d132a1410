local entitlements = import "apple.code.entitlements"
local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"

rule "push-environment" {
  summary   = "An app that registers for remote notifications must have the entitlement for them",
  severity  = "warning",
  rationale = "Without aps-environment the registration fails. The store accepts the app with a warning.",
  source    = { "ITMS-90078", "User Notifications: Registering your app with APNs" },
  tags      = { "ITMS-90078" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, nested = false },
  check     = function(bundle, report)
    local parts = entitlements.of(bundle)
    local list = parts[1] and parts[1].list
    -- Code that is not signed yet has no entitlements.
    if not list or list["aps-environment"] ~= nil then return end
    local unreadable = unreadable_symbols(report, bundle.executable)
    for _, slice in ipairs(slices(bundle)) do
      local used = uses(slice, unreadable)
      if used.class("UIApplication") and used.selector("registerForRemoteNotifications") then
        return report:file(bundle.executable, "the app registers for remote notifications, but is signed without aps-environment", {
          expected = "the entitlement aps-environment", fix = "add the capability Push Notifications to the target", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { a = true } },
      { files = { App = { mach_o = {
        platform = "ios", used_classes = "UIApplication", selectors = "registerForRemoteNotifications",
        entitlements = { ["aps-environment"] = "production" },
      } } } },
      { files = { App = { mach_o = {
        platform = "ios", used_classes = "UIApplication", selectors = "registerForRemoteNotifications",
      } } } },
      { files = { App = { mach_o = {
        platform = "ios", used_classes = "Other", selectors = "registerForRemoteNotifications", entitlements = { a = true },
      } } } },
    },
    fail = { { files = { App = { mach_o = {
      platform = "ios", used_classes = "UIApplication", selectors = "registerForRemoteNotifications", entitlements = { a = true },
    } } }, at = "App" } },
  },
}
