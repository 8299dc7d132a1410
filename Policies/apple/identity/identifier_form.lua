local values = import "apple.values"

-- An app finds what it embeds by the whole identifier, which nobody else uses there: SDL.framework is just SDL.
local embedded = { framework = true, plugin = true }

rule "identifier-form" {
  summary   = "A bundle identifier must be in reverse-DNS form: non-empty parts separated by periods",
  severity  = "error",
  rationale = "The store rejects an identifier that ends with a period, and one that does not start with your own domain may collide with "
    .. "somebody else's.",
  source    = { "ITMS-90049", "Information Property List Key Reference: CFBundleIdentifier" },
  tags      = { "S13", "S3", "ITMS-90049" },
  applies   = { key = "CFBundleIdentifier" },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if not identifier then return end
    local details = { expected = "a reversed domain and a name, such as com.example.App" }
    if identifier:find("^%.") or identifier:find("%.%.") or identifier:find("%.$") then
      details.fix = "remove the extra period"
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier '%s' has an empty part", identifier, details)
    elseif not identifier:find("%.") and not embedded[bundle.kind] then
      details.fix, details.severity = "prefix it with your reversed domain before the first release", "warning"
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier '%s' does not contain a domain", identifier, details)
    end
  end,
  examples  = {
    pass = {
      {}, { without = "CFBundleIdentifier" }, { info = { CFBundleIdentifier = "com.example" } }, { info = { CFBundleIdentifier = "" } },
      { kind = "framework", info = { CFBundleIdentifier = "SDL" } }, { kind = "plugin", info = { CFBundleIdentifier = "art" } },
      { info = { CFBundleIdentifier = "${BUNDLE_ID}" } }, { info = { CFBundleIdentifier = 7 } },
    },
    fail = {
      { info = { CFBundleIdentifier = "com.example." }, at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = ".com.example" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = "com..example" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = "App" }, at = "/CFBundleIdentifier" },
      { kind = "extension", info = { CFBundleIdentifier = "Share" }, at = "/CFBundleIdentifier" },
      { kind = "plugin", info = { CFBundleIdentifier = "art." }, at = "/CFBundleIdentifier" },
    },
  },
}
