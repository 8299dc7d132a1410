local elsewhere = import "apple.elsewhere"
local embeds = import "apple.sdks.embeds"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

-- SDKs that ask whether their own app is installed: how their scheme in this app looks, and the schemes that they ask for. Without a
-- query that is `needed` by one of the frameworks, that SDK refuses to work; others ask only if the app contains a framework (`with`).
local sdks = {
  { name = "WeChat", scheme = "^wx%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$", queries = { { "weixin" }, { "weixinULAPI" } } },
  { name = "QQ", scheme = "^tencent%d+$", queries = { { "mqqapi" } } },
  {
    name = "Dropbox", scheme = "^db%-%w+$", needed = { "SwiftyDropbox", "ObjectiveDropboxOfficial" },
    queries = { { "dbapi-2" }, { "dbapi-8-emm" } },
  },
  { name = "KakaoTalk", scheme = "^kakao%x+$", queries = {
    { "kakaokompassauth" }, { "kakaolink", with = "KakaoSDKShare" }, { "kakaoplus", with = "KakaoSDKTalk" },
  } },
}

local function embeds_any(bundle, frameworks)
  for _, name in ipairs(frameworks or {}) do
    if embeds(bundle, name) then return true end
  end
  return false
end

-- For the examples.
local function app(scheme, queries, at, framework)
  return {
    platform = "ios", at = at, bundles = framework and { ["Frameworks/" .. framework .. ".framework"] = {} },
    info = { CFBundleURLTypes = { { CFBundleURLSchemes = { scheme } } }, LSApplicationQueriesSchemes = queries },
  }
end

rule "sdk-query-schemes" {
  summary   = "An app that WeChat, QQ, Dropbox or KakaoTalk return to must list the schemes that their SDKs ask for",
  severity  = "error",
  rationale = "Without the scheme in LSApplicationQueriesSchemes, the SDK takes its app for not installed: people sign in on a web page, "
    .. "or cannot sign in, share or pay. Dropbox refuses to sign in, which is an error if its framework is in the app.",
  source    = {
    "https://developers.weixin.qq.com/doc/oplatform/Mobile_App/Access_Guide/iOS.html",
    "https://github.com/dropbox/SwiftyDropbox: hasApplicationQueriesSchemes of DropboxMobileOAuthManager",
    "https://developers.kakao.com/docs/latest/en/ios/getting-started",
    "https://github.com/kakao/kakao-ios-sdk: UserApi.swift, ShareApi.swift, TalkApi.swift",
    "https://wiki.connect.qq.com: iOS SDK",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", key = "CFBundleURLTypes" },
  check     = function(bundle, report)
    local own = schemes.of(bundle)
    if not own then return end
    local asked = {}
    for _, query in ipairs(values.list(bundle.info.LSApplicationQueriesSchemes)) do
      if type(query) == "string" then asked[query:lower()] = true end
    end
    for _, sdk in ipairs(sdks) do
      local is_used = false
      for scheme in pairs(own) do is_used = is_used or scheme:find(sdk.scheme) ~= nil end
      for _, entry in ipairs(is_used and sdk.queries or {}) do
        local query = entry[1]
        if not asked[query:lower()] and (not entry.with or embeds(bundle, entry.with)) then
          report:missing(bundle.info, "LSApplicationQueriesSchemes", ("the SDK of %s asks for the scheme '%s', which is not listed"):format(
            sdk.name, query), {
            expected = query, fix = "add it to LSApplicationQueriesSchemes", discriminator = query,
            severity = embeds_any(bundle, sdk.needed) and "error" or "warning",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("tencent1", nil), { platform = "tvos" }),
      { platform = "ios" }, app("wx0123456789abcdef", { "weixin", "weixinULAPI" }), app("tencent123", { "MQQAPI" }),
      app("db-a1", { "dbapi-2", 1, "dbapi-8-emm" }), app("kakaoa1", { "kakaokompassauth", "kakaolink" }, nil, "KakaoSDKShare"),
      app("kakaoa1", { "kakaokompassauth" }), app("wx", nil), app("xdb-a1", nil), app("tencentx", nil), app("$(SCHEME)", nil),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = app("tencent1", nil) } },
    },
    fail = {
      app("wx0123456789abcdef", { "weixin" }, "/LSApplicationQueriesSchemes"), app("tencent123", nil, "/LSApplicationQueriesSchemes"),
      app("db-a1", { "dbapi-8-emm" }, "/LSApplicationQueriesSchemes"), app("kakao0a", nil, "/LSApplicationQueriesSchemes"),
      app("db-a1", { "dbapi-2" }, "/LSApplicationQueriesSchemes", "SwiftyDropbox"),
      app("db-a1", { "dbapi-2" }, "/LSApplicationQueriesSchemes", "ObjectiveDropboxOfficial"),
      app("kakaoa1", { "kakaokompassauth" }, "/LSApplicationQueriesSchemes", "KakaoSDKShare"),
      app("kakaoa1", { "kakaokompassauth" }, "/LSApplicationQueriesSchemes", "KakaoSDKTalk"),
    },
  },
}
