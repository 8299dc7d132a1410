local elsewhere = import "apple.elsewhere"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

local login = "Frameworks/SCSDKLoginKit.framework"

-- For the examples.
local sound = {
  SCSDKClientId = "d8c60733-f2fb-499b-b073-dc3e1c3600c6", SCSDKRedirectUrl = "example://snap-kit/oauth2",
  SCSDKScopes = { "https://auth.snapchat.com/oauth2/api/user.display_name" }, LSApplicationQueriesSchemes = { "snapchat" },
  CFBundleURLTypes = { { CFBundleURLSchemes = { "example" } } },
}
local function app(info, at, framework)
  local all = {}
  for key, value in pairs(sound) do all[key] = value end
  for key, value in pairs(info) do all[key] = value or nil end
  return {
    platform = "ios", info = all, at = at and "/" .. at, bundles = { [framework or login] = {} },
  }
end

rule "snap-kit" {
  summary   = "An app with Snap's Login Kit must state its client ID, its scopes, and a redirect URL that it handles",
  severity  = "error",
  rationale = "The SDK reads SCSDKClientId, SCSDKRedirectUrl and SCSDKScopes from Info.plist, and refuses to sign in without them. If no "
    .. "URL type has the scheme of the redirect URL, Snapchat cannot return to the app.",
  source    = {
    "https://developers.snap.com/snap-kit/login-kit/Tutorials/ios", "https://github.com/Snapchat/login-kit-sample",
    "https://github.com/Snapchat/snap-kit-spm: the texts of errors in SCSDKCoreKit",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", files = login },
  check     = function(bundle, report)
    local info = bundle.info
    for _, key in ipairs { "SCSDKClientId", "SCSDKRedirectUrl", "SCSDKScopes" } do
      local value = info[key]
      local is_empty = type(value) == "string" and values.is_blank(value) or plist.type(value) == "array" and #value == 0
      if value == nil or is_empty then
        report:missing(info, key, "the app contains Snap's Login Kit, but has no " .. key .. ": nobody can sign in", {
          expected = key, fix = "copy the value from the Snap Kit developer portal",
        })
      end
    end
    local url, own = values.text(info.SCSDKRedirectUrl), schemes.of(bundle)
    local scheme = url and url:match("^([%w+.-]+):")
    if url and not scheme then
      report:at(info, "SCSDKRedirectUrl", "'%s' is not a URL", url, {
        expected = "a URL such as example://snap-kit/oauth2", fix = "add the scheme",
      })
    -- A universal link needs no scheme.
    elseif scheme and scheme ~= "https" and own and not own[scheme:lower()] then
      report:at(info, "SCSDKRedirectUrl", "no URL type has the scheme '%s': Snapchat cannot return to the app", scheme, {
        expected = scheme .. " among the schemes in CFBundleURLTypes", fix = "add the scheme",
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app {}, app { SCSDKRedirectUrl = "https://example.com/snap" }, app { SCSDKRedirectUrl = "$(URL)" },
      app { CFBundleURLTypes = { { CFBundleURLSchemes = { "$(SCHEME)" } } } }, app { SCSDKRedirectUrl = "EXAMPLE://a" },
      app { SCSDKClientId = 1 }, app({ SCSDKClientId = false }, nil, "Frameworks/SCSDKCreativeKit.framework"),
      elsewhere(app { SCSDKClientId = false }, { kind = "framework" }), elsewhere(app { SCSDKClientId = false }, { platform = "tvos" }),
    },
    fail = {
      app({ SCSDKClientId = false }, "SCSDKClientId"), app({ SCSDKClientId = " " }, "SCSDKClientId"),
      app({ SCSDKRedirectUrl = false }, "SCSDKRedirectUrl"), app({ SCSDKScopes = false }, "SCSDKScopes"),
      app({ SCSDKScopes = { ["$array"] = true } }, "SCSDKScopes"), app({ SCSDKRedirectUrl = "other://snap-kit" }, "SCSDKRedirectUrl"),
      app({ SCSDKRedirectUrl = "go to example://a" }, "SCSDKRedirectUrl"),
      app({ CFBundleURLTypes = false }, "SCSDKRedirectUrl"), app({ SCSDKRedirectUrl = "snap-kit/oauth2" }, "SCSDKRedirectUrl"),
    },
  },
}
