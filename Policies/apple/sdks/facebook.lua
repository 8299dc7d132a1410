local elsewhere = import "apple.elsewhere"
local embeds = import "apple.sdks.embeds"
local has_class = import "apple.sdks.has_class"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

local id_key, token_key = "FacebookAppID", "FacebookClientToken"

-- Whether the app contains Facebook Login, in a framework or linked statically.
local function has_login(bundle)
  return embeds(bundle, "FBSDKLoginKit") or has_class(bundle, { "FBSDKLoginManager" })
end

-- For the examples.
local function facebook(info, at, more)
  local all = { [id_key] = "1234567890", [token_key] = "0123456789abcdef0123456789abcdef", CFBundleURLTypes = {
    { CFBundleURLSchemes = { "fb1234567890" } },
  } }
  for key, value in pairs(info) do all[key] = value or nil end
  local result = { platform = "ios", info = all, at = at, bundles = { ["Frameworks/FBSDKLoginKit.framework"] = {} } }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local function urls(...) return { { CFBundleURLSchemes = { ... } } } end

rule "facebook-sdk" {
  summary   = "An app with the Facebook SDK must state its app ID and client token, and have the URL scheme fb and the ID",
  severity  = "error",
  rationale = "Facebook Login raises an exception, which terminates the app, if no URL type has the scheme. Since version 13, the SDK's "
    .. "requests fail without a client token.",
  source    = {
    "Facebook SDK for iOS: Getting Started, Configure Your Project", "Facebook SDK for iOS: Upgrade Guide, 13.0",
    "github.com/facebook/facebook-ios-sdk: validateURLSchemes of InternalUtility",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = { "ios", "catalyst" }, key = id_key },
  check     = function(bundle, report)
    local info = bundle.info
    local id = info[id_key]
    if type(id) ~= "string" or values.has_variable(id) then return end
    local is_with_sdk = embeds(bundle, "FBSDKCoreKit") or embeds(bundle, "FBSDKCoreKit_Basics") or has_login(bundle)
    if not id:find("^%d+$") then
      return report:at(info, id_key, "'%s' is not the ID of a Facebook app", id, {
        expected = "only digits", fix = "copy the App ID from the app's dashboard", severity = not is_with_sdk and "warning" or nil,
      })
    end
    local token = info[token_key]
    if is_with_sdk and (token == nil or type(token) == "string" and values.is_blank(token)) then
      report:missing(info, token_key, "the app has no client token: requests of the Facebook SDK fail", {
        expected = "the client token of the app", fix = "copy it from Settings, Advanced in the app's dashboard", severity = "warning",
      })
    elseif type(token) == "string" and not values.has_variable(token) and not token:find("^%x+$") then
      report:at(info, token_key, "'%s' is not a client token", token, {
        expected = "32 hexadecimal digits", fix = "copy it from Settings, Advanced in the app's dashboard", severity = "warning",
      })
    end
    local own, suffix = schemes.of(bundle), values.text(info.FacebookUrlSchemeSuffix) or ""
    local wanted = "fb" .. id .. suffix
    if own and not own[wanted:lower()] then
      schemes.report_missing(bundle, report, wanted, "fb", "Facebook Login terminates the app", {
        expected = wanted, fix = "add the scheme to CFBundleURLTypes", severity = not has_login(bundle) and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(facebook { [id_key] = "x" }, { kind = "framework" }),
      elsewhere(facebook { [id_key] = "x" }, { platform = "tvos" }),
      facebook { [token_key] = 1 },
      facebook({ [token_key] = false }, nil, { bundles = {}, files = { App = { mach_o = { platform = "ios", classes = { "A" } } } } }),
      {}, { platform = "ios" }, facebook {}, facebook { [id_key] = "$(FACEBOOK_ID)" }, facebook { [id_key] = 1 },
      facebook { CFBundleURLTypes = urls("FB1234567890") }, facebook { CFBundleURLTypes = urls("$(SCHEME)") },
      facebook { CFBundleURLTypes = urls("fb1234567890pro"), FacebookUrlSchemeSuffix = "pro" }, facebook { [token_key] = "$(TOKEN)" },
      facebook({ [token_key] = false }, nil, { bundles = {} }),
    },
    fail = {
      {
        platform = "catalyst", info = { [id_key] = "1234567890", CFBundleURLTypes = urls("fb1234567890") },
        bundles = { ["Contents/Frameworks/FBSDKCoreKit.framework"] = {} }, at = "/" .. token_key,
      },
      facebook({ [token_key] = " " }, "/" .. token_key, { message = "has no client token" }),
      { platform = "catalyst", info = { [id_key] = "x" }, at = "/" .. id_key },
      facebook({ [token_key] = "x0123" }, "/" .. token_key),
      facebook({ [id_key] = "fb1234567890" }, "/" .. id_key), facebook({ [id_key] = "" }, "/" .. id_key),
      facebook({ [id_key] = "1234567890 " }, "/" .. id_key), facebook({ [token_key] = false }, "/" .. token_key),
      facebook({ [token_key] = "YOUR-TOKEN" }, "/" .. token_key),
      facebook({ [token_key] = "0123 " }, "/" .. token_key), facebook({ CFBundleURLTypes = false }, "/CFBundleURLTypes"),
      facebook({ CFBundleURLTypes = urls("x", "fb123") }, "/CFBundleURLTypes/0/CFBundleURLSchemes/1"),
      facebook({ CFBundleURLTypes = urls("1234567890") }, "/CFBundleURLTypes"),
      facebook({ [token_key] = false }, "/" .. token_key, { bundles = { ["Frameworks/FBSDKCoreKit.framework"] = {} } }),
      facebook({ [token_key] = false }, "/" .. token_key, { bundles = { ["Frameworks/FBSDKCoreKit_Basics.framework"] = {} } }),
      facebook({ CFBundleURLTypes = false }, "/CFBundleURLTypes", { bundles = {} }),
      facebook({ CFBundleURLTypes = false }, "/CFBundleURLTypes", {
        bundles = {}, files = { App = { mach_o = { platform = "ios", classes = { "FBSDKLoginManager" } } } },
      }),
    },
  },
}
