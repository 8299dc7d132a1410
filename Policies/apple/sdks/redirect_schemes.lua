local elsewhere = import "apple.elsewhere"
local embeds = import "apple.sdks.embeds"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

-- SDKs that return to the app under a scheme made of its identifier, by their frameworks.
local sdks = {
  MSAL = {
    scheme = function(id) return "msauth." .. id end, family = "msauth.", others = { "^msal" },
    message = "MSAL refuses to sign in, unless code states another redirect URI",
  },
  LineSDK = {
    scheme = function(id) return "line3rdp." .. id end, family = "line3rdp.", others = {},
    message = "LINE cannot return to the app, unless code states a universal link",
  },
  KakaoSDKAuth = {
    scheme = function() return "kakao + the native app key" end, family = "kakao", others = { "^kakao%x%x%x%x%x%x%x%x%x%x%x%x" },
    message = "KakaoTalk cannot return to the app, unless code states another scheme",
  },
}

-- Whether the app has a scheme that is as good.
local function has_other(own, patterns)
  for name in pairs(own) do
    for _, pattern in ipairs(patterns) do
      if name:find(pattern) then return true end
    end
  end
  return false
end

-- For the examples.
local function app(framework, scheme, at, more)
  local result = {
    platform = "ios", info = { CFBundleURLTypes = scheme and { { CFBundleURLSchemes = { scheme } } } or nil },
    bundles = { ["Frameworks/" .. framework .. ".framework"] = {} }, at = at,
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end

rule "redirect-schemes" {
  summary   = "An app with MSAL, the LINE SDK or the Kakao SDK must have the URL scheme under which they return to it",
  severity  = "warning",
  rationale = "Without the scheme, users cannot return to the app after signing in; MSAL refuses to start. It is a warning because code "
    .. "can state a redirect URI or a universal link of its own.",
  source    = {
    "https://github.com/AzureAD/microsoft-authentication-library-for-objc: MSALRedirectUriVerifier.m",
    "https://github.com/line/line-sdk-ios-swift: LoginConfiguration.swift",
    "https://github.com/kakao/kakao-ios-sdk: KakaoSDKCommon.swift, scheme()",
    "https://developers.kakao.com/docs/latest/en/ios/getting-started",
  },
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = "ios",
    files = { "Frameworks/MSAL.framework", "Frameworks/LineSDK.framework", "Frameworks/KakaoSDKAuth.framework" },
  },
  check     = function(bundle, report)
    local identifier, own = values.text(bundle.info.CFBundleIdentifier), schemes.of(bundle)
    if not identifier or not own then return end
    for name, sdk in pairs(sdks) do
      local wanted = sdk.scheme(identifier)
      if embeds(bundle, name) and not own[wanted:lower()] and not has_other(own, sdk.others) then
        schemes.report_missing(bundle, report, wanted, sdk.family, sdk.message, {
          expected = wanted, fix = "add the scheme to CFBundleURLTypes",
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("MSAL", nil), { kind = "framework" }),
      elsewhere(app("MSAL", nil), { platform = "tvos" }),
      {}, { platform = "ios" }, app("MSAL", "msauth.com.example.app"), app("MSAL", "MSAUTH.com.example.App"), app("MSAL", "msal1234"),
      app("LineSDK", "line3rdp.com.example.app"), app("MSAL", "$(SCHEME)"), app("MSAL", nil, nil, { without = "CFBundleIdentifier" }),
      app("Kit", nil), app("KakaoSDKAuth", "kakao0123456789abcdef0123456789abcdef"),
    },
    fail = {
      app("MSAL", nil, "/CFBundleURLTypes"), app("MSAL", "example", "/CFBundleURLTypes"),
      app("MSAL", "msauth.com.example.other", "/CFBundleURLTypes/0/CFBundleURLSchemes/0"), app("LineSDK", "line", "/CFBundleURLTypes"),
      app("MSAL", "xmsal", "/CFBundleURLTypes"),
      app("LineSDK", "line3rdp.x", "/CFBundleURLTypes/0/CFBundleURLSchemes/0"),
      app("KakaoSDKAuth", "kakao", "/CFBundleURLTypes/0/CFBundleURLSchemes/0"), app("KakaoSDKAuth", nil, "/CFBundleURLTypes"),
      app("KakaoSDKAuth", "xkakao0123456789abcdef", "/CFBundleURLTypes"),
    },
  },
}
