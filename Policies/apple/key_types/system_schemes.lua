local values = import "apple.values"

-- Schemes that the system itself opens, even if an app declares them. Browsers and mail programs may be the default for theirs.
local system = {}
for _, scheme in ipairs {
  "tel", "telprompt", "sms", "facetime", "facetime-audio", "itms", "itms-apps", "itms-appss", "itms-services", "itms-beta", "prefs",
  "app-prefs", "app-settings",
  "maps", "file", "about", "data", "javascript",
} do system[scheme] = true end

rule "system-schemes" {
  summary   = "An iOS app must not declare URL schemes of the system",
  severity  = "warning",
  rationale = "The system opens its own app for them; the declaration has no effect.",
  source    = { "Apple URL Scheme Reference", "Information Property List Key Reference: CFBundleURLSchemes" },
  tags      = { "S3" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, key = "CFBundleURLTypes" },
  check = function(bundle, report)
    for _, entry in ipairs(values.list(bundle.info.CFBundleURLTypes)) do
      local schemes = values.dictionary(entry).CFBundleURLSchemes
      for index, scheme in ipairs(values.list(schemes)) do
        if type(scheme) == "string" and system[scheme:lower()] then
          report:at(schemes, index, "'%s' is a scheme of the system", scheme, {
            expected = "a scheme of yours", fix = "remove it, or choose another name",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      { platform = "macos", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "tel" } } } } },
      { kind = "extension", platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "tel" } } } } },
      { platform = "ios", info = { CFBundleURLTypes = "tel" } },
      { platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = "tel" } } } },
      { platform = "ios" },
      { platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "com-example", "https", "mailto" } } } } },
      { platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { 7 } } } } },
    },
    fail = {
      {
        platform = "tvos", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "tel" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
      {
        platform = "visionos", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "tel" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
      {
        platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "tel" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
      {
        platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "example", "ITMS-Apps" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/1",
      },
    },
  },
}
