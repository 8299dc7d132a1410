local check_characters = import "apple.identity.check_characters"
local values = import "apple.values"

local strict = { application = true, extension = true, framework = true }

rule "other-identifier-characters" {
  summary   = "Bundle identifiers for the Mac and of resource bundles should contain only letters, digits, hyphens and periods",
  severity  = "warning",
  rationale = "Outside the stores an identifier with other characters works like any other, and so does the identifier of a resource "
    .. "bundle in an app for devices. The Mac App Store rejects it.",
  source    = { "ITMS-90049", "ITMS-90277", "Information Property List Key Reference: CFBundleIdentifier" },
  tags      = { "S13", "ITMS-90049", "ITMS-90277" },
  applies   = {
    key = "CFBundleIdentifier",
    -- identifier-characters reports the others.
    when = function(bundle) return not (values.is_mobile(bundle) and strict[bundle.kind]) end,
  },
  check     = check_characters,
  examples  = {
    pass = {
      { info = { CFBundleIdentifier = "com.Example-1.App" } }, { info = { CFBundleIdentifier = "com.example.$(NAME)" } },
      { info = { CFBundleIdentifier = 7 } }, { kind = "plugin", platform = "ios" },
      { platform = "ios", info = { CFBundleIdentifier = "com.example.my_app" } },
    },
    fail = {
      { info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
      { kind = "plugin", platform = "ios", info = { CFBundleIdentifier = "com.example.my_resources" }, at = "/CFBundleIdentifier" },
      { kind = "plist", info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
    },
  },
}
