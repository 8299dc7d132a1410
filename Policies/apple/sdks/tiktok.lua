local elsewhere = import "apple.elsewhere"
local embeds = import "apple.sdks.embeds"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

local key = "TikTokClientKey"
local frameworks = { "Frameworks/TikTokOpenAuthSDK.framework", "Frameworks/TikTokOpenShareSDK.framework" }

-- For the examples.
local auth, queried = frameworks[1], { "snssdk1233", "snssdk1180", "tiktokopensdk" }
local function app(info, at, framework)
  local all = {
    [key] = "aw0123456789abcd", LSApplicationQueriesSchemes = queried,
    CFBundleURLTypes = { { CFBundleURLSchemes = { "aw0123456789abcd" } } },
  }
  for name, value in pairs(info) do all[name] = value or nil end
  return { platform = "ios", info = all, at = at and "/" .. at, bundles = { [framework or auth] = {} } }
end

rule "tiktok-sdk" {
  summary   = "An app with TikTok's Login Kit or Share Kit must state its client key, and have it as a URL scheme",
  severity  = "error",
  rationale = "The SDK reads TikTokClientKey from Info.plist: without it, every request is refused. TikTok returns to the app under the "
    .. "key as a scheme. Without snssdk1233 and snssdk1180 among the queried schemes, the SDK takes TikTok for not installed, which is a "
    .. "warning. Code can state another key for sharing.",
  source    = {
    "https://developers.tiktok.com/doc/login-kit-ios-quickstart-v2/", "https://github.com/tiktok/tiktok-opensdk-ios: TikTokInfo.swift, "
    .. "TikTokURLOpener.swift, TikTokAuthService.swift",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", files = frameworks },
  check     = function(bundle, report)
    local info = bundle.info
    local severity = not embeds(bundle, "TikTokOpenAuthSDK") and "warning" or nil
    if info[key] == nil or type(info[key]) == "string" and values.is_blank(info[key]) then
      report:missing(info, key, "the app contains TikTok's SDK, but no client key: TikTok refuses its requests", {
        expected = "the client key of the app", fix = "copy it from the TikTok developer portal", severity = severity,
      })
    end
    local client, own = values.text(info[key]), schemes.of(bundle)
    if client and own and not own[client:lower()] then
      schemes.report_missing(bundle, report, client, "aw", "TikTok cannot return to the app", {
        expected = client, fix = "add the client key to the schemes in CFBundleURLTypes", severity = severity,
      })
    end
    local asked = {}
    for _, query in ipairs(values.list(info.LSApplicationQueriesSchemes)) do asked[query] = true end
    for _, query in ipairs { "snssdk1233", "snssdk1180" } do
      if not asked[query] then
        report:missing(info, "LSApplicationQueriesSchemes", ("TikTok's SDK asks for the scheme '%s', which is not listed"):format(query), {
          expected = query, fix = "add it to LSApplicationQueriesSchemes", discriminator = query, severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app {}, app { [key] = "$(TIKTOK_KEY)" }, app { [key] = 1 },
      app { CFBundleURLTypes = { { CFBundleURLSchemes = { "$(TIKTOK_KEY)" } } } },
      app({ [key] = false }, nil, "Frameworks/TikTokOpenSDKCore.framework"),
      elsewhere(app { [key] = false }, { kind = "framework" }), elsewhere(app { [key] = false }, { platform = "tvos" }),
    },
    fail = {
      app({ [key] = false }, key), app({ [key] = " " }, key), app({ [key] = false }, key, frameworks[2]),
      app({ CFBundleURLTypes = false }, "CFBundleURLTypes"),
      app({ CFBundleURLTypes = { { CFBundleURLSchemes = { "awother" } } } }, "CFBundleURLTypes/0/CFBundleURLSchemes/0"),
      app({ LSApplicationQueriesSchemes = { "snssdk1233" } }, "LSApplicationQueriesSchemes"),
      app({ LSApplicationQueriesSchemes = { "snssdk1180", 1 } }, "LSApplicationQueriesSchemes"),
    },
  },
}
