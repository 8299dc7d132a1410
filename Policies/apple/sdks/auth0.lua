local values = import "apple.values"

rule "auth0-settings" {
  summary   = "Auth0.plist must contain ClientId and Domain",
  severity  = "error",
  rationale = "The Auth0 SDK terminates the app as soon as it is used without them. If the file has neither, it is a warning: code can "
    .. "state the values itself.",
  source    = { "Auth0.swift: Configure the Client ID and Domain", "github.com/auth0/Auth0.swift: Auth0.swift, plistValues" },
  tags      = { "sdk" },
  applies   = { kind = { "application", "extension" }, files = { "Auth0.plist", "Contents/Resources/Auth0.plist" } },
  check     = function(bundle, report)
    local path = bundle.layout == "contents" and "Contents/Resources/Auth0.plist" or "Auth0.plist"
    -- property-lists-parse reports a file that cannot be read.
    local settings = not bundles.problem(bundle, path) and bundles.read(bundle, path)
    if plist.type(settings) ~= "dictionary" then return end
    local is_used = settings.ClientId ~= nil or settings.Domain ~= nil
    for _, key in ipairs { "ClientId", "Domain" } do
      local value = settings[key]
      if type(value) ~= "string" or values.is_blank(value) then
        report:missing(settings, key, "the settings have no " .. key .. ": Auth0 terminates the app", {
          expected = "the value from the Auth0 dashboard", fix = "add the key", severity = not is_used and "warning" or nil,
        })
      elseif value:find("{", 1, true) or value:find("YOUR_", 1, true) then
        report:at(settings, key, "'%s' is a placeholder", value, {
          expected = "the value from the Auth0 dashboard", fix = "write the value",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = { ["Auth0.plist"] = '{ ClientId = abc; Domain = "a.auth0.com"; }' } },
      { files = { ["Contents/Resources/Auth0.plist"] = '{ ClientId = abc; Domain = "a.auth0.com"; }' } },
      { platform = "ios", files = { ["Auth0.plist"] = "()" } }, { platform = "ios", files = { ["Auth0.plist"] = "{" } },
      { bundles = { ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/Resources/Auth0.plist"] = "{}" } } } },
    },
    fail = {
      { platform = "ios", files = { ["Auth0.plist"] = "{ ClientId = abc; }" }, at = "Auth0.plist:/Domain" },
      { platform = "ios", files = { ["Auth0.plist"] = "{ Dev = {}; }" }, at = { "Auth0.plist:/ClientId", "Auth0.plist:/Domain" } },
      { platform = "ios", files = { ["Auth0.plist"] = '{ ClientId = " "; Domain = a; }' }, at = "Auth0.plist:/ClientId" },
      { platform = "ios", files = { ["Auth0.plist"] = '{ ClientId = a; Domain = "{DOMAIN}"; }' }, at = "Auth0.plist:/Domain" },
      { platform = "ios", files = { ["Auth0.plist"] = '{ ClientId = "YOUR_CLIENT_ID"; Domain = a; }' }, at = "Auth0.plist:/ClientId" },
      { files = { ["Contents/Resources/Auth0.plist"] = "{ ClientId = abc; }" }, at = "Contents/Resources/Auth0.plist:/Domain" },
      {
        kind = "extension", platform = "ios", files = { ["Auth0.plist"] = "{ ClientId = abc; }" }, at = "Auth0.plist:/Domain",
      },
    },
  },
}
