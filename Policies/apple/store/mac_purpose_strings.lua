local purposes = import "apple.store.purposes"

-- For the examples.
local program = "Contents/MacOS/App"
local function app(uses_of) return { [program] = { mach_o = uses_of } } end

rule "mac-purpose-strings" {
  summary   = "A Mac app must describe why it accesses the data that its code asks for",
  severity  = "warning",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects it. Code counts if it refers "
    .. "both to "
    .. "the class and to the method that asks for access. A framework may contain code that the app never calls, so these are warnings; "
      .. "entitlement-has-purpose checks entitlements.",
  source    = { "ITMS-90683", "Requesting access to protected resources" },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = "application", platform = { "macos", "catalyst" } },
  check     = purposes,
  examples  = {
    pass = {
      {}, { files = app { used_classes = "CNContactStore", selectors = "containersMatchingPredicate:error:" } },
      {
        info = { NSContactsUsageDescription = "To invite friends." },
        files = app { used_classes = "CNContactStore", selectors = "requestAccessForEntityType:completionHandler:" },
      },
      {
        info = { NSLocationUsageDescription = "To show the way." },
        files = app { used_classes = "CLLocationManager", selectors = "requestWhenInUseAuthorization" },
      },
    },
    fail = {
      {
        files = app { used_classes = "CNContactStore", selectors = "requestAccessForEntityType:completionHandler:" },
        at = "/NSContactsUsageDescription",
      },
      {
        files = app { used_classes = "CLLocationManager", selectors = "requestWhenInUseAuthorization" },
        at = "/NSLocationWhenInUseUsageDescription",
      },
    },
  },
}
