-- Work in the background needs approval.

policy "cookbook.background-modes" { summary = "Background modes are approved" }

local allowed = parameter "modes" {
  default = { "remote-notification" }, summary = "background modes that the product may use",
}

rule "background-modes" {
  summary   = "Apps must use only the approved background modes",
  rationale = "Each mode costs battery and raises a question in review; installation guides of libraries ask for more than they need.",
  applies   = { kind = { "application", "extension", "plist" } },
  shape     = { UIBackgroundModes = optional(list_of(one_of(allowed))) },
  examples  = {
    pass = { {}, { info = { UIBackgroundModes = { "remote-notification" } } } },
    fail = { { info = { UIBackgroundModes = { "remote-notification", "location" } }, at = "/UIBackgroundModes/1" } },
  },
}
