rule "no-resource-specification" {
  summary   = "Info.plist must not have CFBundleResourceSpecification",
  severity  = "error",
  rationale = "The key names rules by which old versions of Xcode left files out of the signature. The store rejects it.",
  source    = "ITMS-90339",
  tags      = { "ITMS-90339" },
  applies   = {
    kind = { "application", "extension", "framework", "plugin" }, platform = { "ios", "tvos", "watchos", "visionos" },
  },
  forbid    = { "CFBundleResourceSpecification" },
  examples  = {
    pass = { {} },
    fail = {
      { info = { CFBundleResourceSpecification = "ResourceRules.plist" }, at = "/CFBundleResourceSpecification" },
      { info = { ["CFBundleResourceSpecification~ipad"] = "ResourceRules.plist" }, at = "/CFBundleResourceSpecification~0ipad" },
    },
  },
}
