-- Errors and warnings: code can do without some settings, and with others the app ends.
local function phone(given) return fixture.application { platform = "ios" }:with(given) end

for name, case in pairs {
  ["auth0-settings: neither value"] = { "pass", "auth0-settings", { files = { ["Auth0.plist"] = "{}" } } },
  ["auth0-settings: no domain"] = { "fail", "auth0-settings", { files = { ["Auth0.plist"] = "{ ClientId = a; }" } } },
  ["auth0-settings: no client"] = { "fail", "auth0-settings", { files = { ["Auth0.plist"] = "{ Domain = a; }" } } },
  ["facebook-sdk: no scheme, and no code that needs it"] = { "pass", "facebook-sdk", { info = { FacebookAppID = "123" } } },
  ["facebook-sdk: no scheme for the code of the login"] = { "fail", "facebook-sdk", {
    info = { FacebookAppID = "123", FacebookClientToken = "0a" },
    files = { App = { mach_o = { platform = "ios", classes = { "FBSDKLoginManager" } } } },
  } },
  ["sdk-query-schemes: Dropbox without its framework"] = { "pass", "sdk-query-schemes", {
    info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "db-a1" } } } },
  } },
  ["sdk-query-schemes: Dropbox"] = { "fail", "sdk-query-schemes", {
    info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "db-a1" } } } }, bundles = { ["Frameworks/SwiftyDropbox.framework"] = {} },
  } },
  ["tiktok-sdk: sharing without a key"] = { "pass", "tiktok-sdk", {
    info = { LSApplicationQueriesSchemes = { "snssdk1233", "snssdk1180" } },
    bundles = { ["Frameworks/TikTokOpenShareSDK.framework"] = {} },
  } },
  ["tiktok-sdk: login without a key"] = { "fail", "tiktok-sdk", {
    info = { LSApplicationQueriesSchemes = { "snssdk1233", "snssdk1180" } },
    bundles = { ["Frameworks/TikTokOpenAuthSDK.framework"] = {} },
  } },
  ["web-assets: no pages"] = { "fail", "web-assets", {
    files = { ["capacitor.config.json"] = "{}" }, bundles = { ["Frameworks/Capacitor.framework"] = {} },
  } },
  ["web-assets: pages elsewhere"] = { "pass", "web-assets", {
    files = { ["capacitor.config.json"] = "{}", ["shop/index.html"] = "x" }, bundles = { ["Frameworks/Capacitor.framework"] = {} },
  } },
  ["web-assets: pages from a server"] = { "pass", "web-assets", {
    files = { ["capacitor.config.json"] = "{}" },
    bundles = { ["Frameworks/Capacitor.framework"] = {}, ["Frameworks/IonicPortals.framework"] = {} },
  } },
} do
  test(name) { given = phone(case[3]), expect = { verdict = case[1], [case[2]] = "fail" } }
end
