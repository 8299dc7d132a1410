local lists = import "apple.required_keys.lists"

rule "plugin-keys" {
  summary   = "A plug-in or resource bundle must have an identifier",
  severity  = "warning",
  rationale = "Without one, code cannot look it up, and two of them cannot be told apart.",
  source    = "Bundle Programming Guide: Loadable bundles",
  tags      = { "S2" },
  applies   = { kind = "plugin" },
  require   = lists.plugin,
  examples  = {
    pass = { {}, { without = "CFBundleVersion" } },
    fail = { { without = "CFBundleIdentifier" }, { info = { CFBundleIdentifier = "" } } },
  },
}
