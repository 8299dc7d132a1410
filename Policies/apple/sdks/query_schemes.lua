local elsewhere = import "apple.elsewhere"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

-- SDKs that ask whether their own app is installed: how their scheme in this app looks, and the schemes that they ask for.
local sdks = {
  { name = "WeChat", scheme = "^wx%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$", queries = { "weixin", "weixinULAPI" } },
  { name = "QQ", scheme = "^tencent%d+$", queries = { "mqqapi" } },
  { name = "Dropbox", scheme = "^db%-%w+$", queries = { "dbapi-2" } },
  { name = "KakaoTalk", scheme = "^kakao%x+$", queries = { "kakaokompassauth" } },
}

-- For the examples.
local function app(scheme, queries, at)
  return {
    platform = "ios", at = at,
    info = { CFBundleURLTypes = { { CFBundleURLSchemes = { scheme } } }, LSApplicationQueriesSchemes = queries },
  }
end

rule "sdk-query-schemes" {
  summary   = "An app that WeChat, QQ, Dropbox or KakaoTalk return to must list the schemes that their SDKs ask for",
  severity  = "warning",
  rationale = "Without the scheme in LSApplicationQueriesSchemes, the SDK takes its app for not installed: people sign in on a web page, "
    .. "or "
    .. "cannot sign in, share or pay.",
  source    = {
    "WeChat Open Platform: iOS access guide", "Dropbox for Swift: Configure your project", "Kakao SDK for iOS: Getting started",
    "QQ Connect: iOS SDK",
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
      for _, query in ipairs(is_used and sdk.queries or {}) do
        if not asked[query:lower()] then
          report:missing(bundle.info, "LSApplicationQueriesSchemes", ("the SDK of %s asks for the scheme '%s', which is not listed"):format(
            sdk.name, query), { expected = query, fix = "add it to LSApplicationQueriesSchemes", discriminator = query })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("tencent1", nil), { platform = "tvos" }),
      { platform = "ios" }, app("wx0123456789abcdef", { "weixin", "weixinULAPI" }), app("tencent123", { "MQQAPI" }),
      app("db-a1", { "dbapi-2", 1 }),
      app("kakaoa1", { "kakaokompassauth" }), app("wx", nil), app("xdb-a1", nil), app("tencentx", nil), app("$(SCHEME)", nil),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = app("tencent1", nil) } },
    },
    fail = {
      app("wx0123456789abcdef", { "weixin" }, "/LSApplicationQueriesSchemes"), app("tencent123", nil, "/LSApplicationQueriesSchemes"),
      app("db-a1", { "x" }, "/LSApplicationQueriesSchemes"), app("kakao0a", nil, "/LSApplicationQueriesSchemes"),
    },
  },
}
