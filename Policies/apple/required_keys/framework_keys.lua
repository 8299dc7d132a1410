local lists = import "apple.required_keys.lists"

rule "framework-keys" {
  summary   = "A framework for iOS and its kin identifies and versions itself, and names its library",
  severity  = "error",
  rationale = "The store refuses the application around it, and devices don't install it.",
  source    = { "ITMS-90056", "ITMS-90057" },
  tags      = { "S2", "ITMS-90056", "ITMS-90057" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  require   = lists.framework,
  examples  = {
    pass = { { platform = "ios" } },
    fail = {
      { platform = "ios", without = "CFBundleIdentifier" }, { platform = "ios", info = { CFBundleShortVersionString = "" } },
    },
  },
}
