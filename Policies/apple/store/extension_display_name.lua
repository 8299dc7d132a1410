local values = import "apple.values"

rule "extension-display-name" {
  summary   = "An app extension must have a CFBundleDisplayName",
  severity  = "error",
  rationale = "Users see the name in the list of extensions; the store rejects an extension without one.",
  source    = "ITMS-90360",
  tags      = { "S2", "ITMS-90360" },
  applies   = { kind = "extension", when = values.is_app_extension },
  require   = { "CFBundleDisplayName" },
  examples  = {
    pass = { { info = { CFBundleDisplayName = "Share" } } },
    fail = {
      { without = "CFBundleDisplayName", at = "/CFBundleDisplayName" },
      { info = { CFBundleDisplayName = "" }, at = "/CFBundleDisplayName" },
    },
  },
}
