local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local function ads(info, at)
  return { platform = "ios", info = info, bundles = { ["Frameworks/GoogleMobileAds.framework"] = {} }, at = at }
end
local key = "GADApplicationIdentifier"

rule "google-mobile-ads" {
  summary   = "An app with the Google Mobile Ads SDK must state its AdMob app ID in GADApplicationIdentifier",
  severity  = "error",
  rationale = "The SDK terminates the app at launch if the key is missing or is not an app ID. An app ID contains '~'; the ID of an ad "
    .. "unit contains '/' and belongs in code. An app for Google Ad Manager may set GADIsAdManagerApp instead.",
  source    = {
    "https://developers.google.com/admob/ios/quick-start#update_your_infoplist",
    "https://developers.google.com/ad-manager/mobile-ads-sdk/ios/quick-start",
    "https://docs.appodeal.com/faq-and-troubleshooting/troubleshooting/ios-common-issues/gadinvalidinitializationexception",
  },
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = "ios",
    files = {
      "Frameworks/GoogleMobileAds.framework", "GoogleMobileAdsResources.bundle", "GoogleMobileAds_GoogleMobileAdsTarget.bundle",
      "Frameworks/*/GoogleMobileAdsResources.bundle",
    },
  },
  check     = function(bundle, report)
    local info = bundle.info
    local id = info[key]
    if id == nil then
      if not values.is_true(info.GADIsAdManagerApp) then
        report:missing(info, key, "the app contains Google Mobile Ads, but states no AdMob app ID: the SDK terminates it at launch", {
          expected = "ca-app-pub-…~…", fix = "copy the app ID from the settings of the app in AdMob",
        })
      end
    elseif type(id) == "string" and not values.has_variable(id) and not id:find("^ca%-[%a-]*app%-pub%-%d+~%d+$") then
      report:at(info, key, id:find("^ca%-app%-pub%-%d+/%d+$") and "'%s' is the ID of an ad unit, not of an app: the SDK terminates it "
        .. "at launch" or "'%s' is not an AdMob app ID: the SDK terminates the app at launch", id, {
        expected = "ca-app-pub-…~…", fix = "copy the app ID from the settings of the app in AdMob",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(ads {}, { kind = "framework" }),
      elsewhere(ads {}, { platform = "tvos" }),
      { platform = "ios" }, ads { [key] = "ca-app-pub-1234567890123456~1234567890" }, ads { GADIsAdManagerApp = true },
      ads { [key] = "$(ADMOB_APP_ID)" },
      ads { [key] = "ca-mb-app-pub-1234567890123456~1234567890" }, ads { [key] = 1 }, { info = { [key] = "x" } },
    },
    fail = {
      { platform = "ios", files = { ["GoogleMobileAds_GoogleMobileAdsTarget.bundle/a"] = "x" }, at = "/" .. key },
      { platform = "ios", files = { ["Frameworks/A.framework/GoogleMobileAdsResources.bundle/a"] = "x" }, at = "/" .. key },
      ads({}, "/" .. key), ads({ GADIsAdManagerApp = false }, "/" .. key), ads({ [key] = "" }, "/" .. key),
      ads({ [key] = "ca-app-pub-1234567890123456/1234567890" }, "/" .. key),
      ads({ [key] = " ca-app-pub-1234567890123456~1234567890" }, "/" .. key),
      ads({ [key] = "ca-app-pub-1234567890123456~1234567890 " }, "/" .. key),
      ads({ [key] = "ca-app-pub-XXXX~YYYY", GADIsAdManagerApp = true }, "/" .. key),
      { platform = "ios", files = { ["GoogleMobileAdsResources.bundle/Info.plist"] = "{}" }, at = "/" .. key },
    },
  },
}
