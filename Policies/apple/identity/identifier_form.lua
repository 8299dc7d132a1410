local values = import "apple.values"

rule "identifier-form" {
  summary   = "A bundle identifier is a domain in reverse: parts with periods between, none empty",
  severity  = "error",
  rationale = "The store refuses one that ends with a period, and what names no domain of yours may be somebody else's too.",
  source    = { "ITMS-90049", "Information Property List Key Reference: CFBundleIdentifier" },
  tags      = { "S13", "S3", "ITMS-90049" },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if not identifier then return end
    local details = { expected = "a domain in reverse and a name, such as com.example.App" }
    if identifier:find("^%.") or identifier:find("%.%.") or identifier:find("%.$") then
      details.fix = "remove the period that has nothing beside it"
      report:at(bundle.info, "CFBundleIdentifier", "a part of the bundle identifier '%s' is empty", identifier, details)
    elseif not identifier:find("%.") then
      details.fix, details.severity = "put your domain before it", "warning"
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier '%s' names no domain", identifier, details)
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleIdentifier = "com.example" } }, { info = { CFBundleIdentifier = "" } },
      { info = { CFBundleIdentifier = "${BUNDLE_ID}" } }, { info = { CFBundleIdentifier = 7 } },
    },
    fail = {
      { info = { CFBundleIdentifier = "com.example." } }, { info = { CFBundleIdentifier = ".com.example" } },
      { info = { CFBundleIdentifier = "com..example" } }, { info = { CFBundleIdentifier = "App" } },
    },
  },
}
