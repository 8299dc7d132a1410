local values = import "apple.values"

rule "identifier-characters" {
  summary   = "A bundle identifier must contain only letters, digits, hyphens and periods",
  severity  = "error",
  rationale = "The system and the store identify everything by it; other characters are rejected on upload.",
  source    = { "ITMS-90049", "Information Property List Key Reference: CFBundleIdentifier" },
  tags      = { "S13", "ITMS-90049" },
  applies   = { key = "CFBundleIdentifier" },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if identifier and identifier:find("[^%w.-]") then
      -- Outside the store the identifier works like any other, and so does the identifier of a resource bundle in an app.
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier contains '%s'", identifier:match("[^%w.-]+"), {
        expected = "letters A–Z and a–z, digits, '-' and '.'", fix = "replace the other characters with '-' before the first release",
        severity = (not values.is_mobile(bundle) or bundle.kind == "plugin") and "warning" or nil,
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
      { platform = "ios", info = { CFBundleIdentifier = "com.é" }, at = "/CFBundleIdentifier" },
      { platform = "ios", kind = "plugin", info = { CFBundleIdentifier = "com.example.my_resources" }, at = "/CFBundleIdentifier" },
    },
  },
}
