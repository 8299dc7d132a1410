local values = import "apple.values"

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
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if identifier and identifier:find("[^%w.-]") then
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier contains '%s'", identifier:match("[^%w.-]+"), {
        expected = "letters A–Z and a–z, digits, '-' and '.'", fix = "replace the other characters with '-' before the first release",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleIdentifier = "com.Example-1.App" } }, { info = { CFBundleIdentifier = "com.example.$(NAME)" } },
      { info = { CFBundleIdentifier = 7 } },
    },
    fail = {
      { info = { CFBundleIdentifier = "com.example.my_app" }, at = "/CFBundleIdentifier" },
      { kind = "framework", info = { CFBundleIdentifier = "com.é" }, at = "/CFBundleIdentifier" },
    },
  },
}
