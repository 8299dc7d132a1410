-- What an app does while nobody looks is agreed on.

policy "cookbook.background-modes" { summary = "Background modes are decided" }

local allowed = parameter "modes" {
  default = { "remote-notification" }, summary = "background modes that the product was granted",
}

rule "background-modes" {
  summary   = "Only the background modes that we agreed on",
  rationale = "Each mode costs battery and a question in review; libraries' install guides ask for more than they need.",
  applies   = { kind = { "application", "extension", "plist" } },
  shape     = { UIBackgroundModes = optional(list_of(one_of(allowed))) },
  examples  = {
    pass = { {}, { info = { UIBackgroundModes = { "remote-notification" } } } },
    fail = { { info = { UIBackgroundModes = { "remote-notification", "location" } } } },
  },
}
