local lists = import "apple.required_keys.lists"

rule "plugin-keys" {
  summary   = "A plug-in or bundle of resources has an identifier",
  severity  = "warning",
  rationale = "Without one nobody can look it up, and two of them can't be told apart.",
  source    = "Bundle Programming Guide: Loadable bundles",
  tags      = { "S2" },
  applies   = { kind = "plugin" },
  require   = lists.plugin,
  examples  = {
    pass = { {}, { without = "CFBundleVersion" } },
    fail = { { without = "CFBundleIdentifier" }, { info = { CFBundleIdentifier = "" } } },
  },
}
