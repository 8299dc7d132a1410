local check_characters = import "apple.identity.check_characters"

rule "identifier-characters" {
  summary   = "A bundle identifier must contain only letters, digits, hyphens and periods",
  severity  = "error",
  rationale = "The system and the store identify everything by it; other characters are rejected on upload.",
  source    = { "ITMS-90049", "Information Property List Key Reference: CFBundleIdentifier" },
  tags      = { "S13", "ITMS-90049" },
  -- other-identifier-characters reports the rest.
  applies   = {
    kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" }, key = "CFBundleIdentifier",
  },
  check     = check_characters,
  examples  = {
    pass = {
      { info = { CFBundleIdentifier = "com.Example-1.App" } }, { info = { CFBundleIdentifier = "com.example.$(NAME)" } },
      { info = { CFBundleIdentifier = 7 } },
    },
    fail = {
      { info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
      { kind = "framework", info = { CFBundleIdentifier = "com.é" }, at = "/CFBundleIdentifier" },
      { kind = "extension", platform = "tvos", info = { CFBundleIdentifier = "com.example.a b" }, at = "/CFBundleIdentifier" },
      { platform = "watchos", info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
      { platform = "visionos", info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
    },
  },
}
