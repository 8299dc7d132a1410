local entitlements = import "apple.code.entitlements"
local values = import "apple.values"

-- Schemes that belong to other services, or to nobody's app.
local claimed = { fb = true, msauth = true }

-- Schemes of the web, which only browsers may declare.
local web = { http = true, https = true }

-- Whether the app may have a scheme of the web, because it is signed as a browser; nil if it is not signed yet.
local function is_browser(bundle)
  local result
  for _, part in ipairs(entitlements.of(bundle)) do
    if part.list then result = result ~= false and part.list["com.apple.developer.web-browser"] == true end
  end
  return result
end

rule "claimed-schemes" {
  summary   = "An app must not declare URL schemes that belong to others",
  severity  = "error",
  rationale = "The store rejects fb and msauth, which are left over if the app's number or identifier is missing behind them, and "
    .. "schemes of the web in apps that are not signed as browsers.",
  source    = { "ITMS-90155", "Bundle Resources: CFBundleURLSchemes" },
  tags      = { "ITMS-90155" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, key = "CFBundleURLTypes" },
  check     = function(bundle, report)
    local has_permission = is_browser(bundle)
    for _, entry in ipairs(values.list(bundle.info.CFBundleURLTypes)) do
      local schemes = values.dictionary(entry).CFBundleURLSchemes
      for index, scheme in ipairs(values.list(schemes)) do
        local name = type(scheme) == "string" and scheme:lower()
        if claimed[name] or web[name] and not has_permission then
          report:at(schemes, index, "the URL scheme '%s' belongs to others", scheme, {
            expected = claimed[name] and ("%s followed by the app's number or identifier"):format(name) or "a scheme of the app's own",
            fix = claimed[name] and "check the build setting that the scheme is made of, or remove it"
              or "remove it, unless the app is a browser and is signed with com.apple.developer.web-browser",
            severity = not claimed[name] and has_permission == nil and "warning" or nil,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleURLTypes = "x" } }, { info = { CFBundleURLTypes = { { CFBundleURLSchemes = "fb" } } } },
      -- Two slices of a browser.
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "https" } } } },
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64", entitlements = { ["com.apple.developer.web-browser"] = true } },
          { platform = "ios", architectures = "arm64e", entitlements = { ["com.apple.developer.web-browser"] = true, a = true } },
        } } },
      },
      {}, { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "fb123456", "msauth.com.example.app", 1 } }, "x" } } },
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "https" } } } },
        entitlements = { ["com.apple.developer.web-browser"] = true },
      },
    },
    fail = {
      -- Not signed yet.
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "https" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "FB" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "example", "msauth" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/1" },
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "http" } } } }, entitlements = { a = true },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
    },
  },
}
