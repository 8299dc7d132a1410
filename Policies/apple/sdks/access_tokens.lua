local values = import "apple.values"

-- Keys of Info.plist that hold an SDK's public key, with the pattern that it has, and one that a secret key has.
local tokens = {
  MBXAccessToken = { sdk = "Mapbox", form = "^pk%.[%w_-]+%.[%w_-]+$", secret = "^sk%.", example = "pk.…" },
  MGLMapboxAccessToken = { sdk = "Mapbox", form = "^pk%.[%w_-]+%.[%w_-]+$", secret = "^sk%.", example = "pk.…" },
  StripePublishableKey = { sdk = "Stripe", form = "^pk_%a+_%w+$", secret = "^[sr]k_", example = "pk_live_…" },
  branch_key = { sdk = "Branch", form = "^key_%a+_%w+$", secret = "^secret_", example = "key_live_…" },
  AppLovinSdkKey = { sdk = "AppLovin", form = "^" .. ("[%w_-]"):rep(86) .. "$", example = "86 letters, digits, _ and -" },
}

-- For the examples.
local function app(info, at) return { platform = "ios", info = info, at = at and "/" .. at } end

rule "access-tokens" {
  summary   = "Keys of Mapbox, Stripe, Branch and AppLovin in Info.plist must be public keys, and have the form of one",
  severity  = "error",
  rationale = "Everybody can read Info.plist: with a secret key, others use your account at your expense. Anything else "
    .. "that is not a key is a warning: code may replace it.",
  source    = {
    "https://docs.mapbox.com/ios/maps/guides/install/", "https://docs.stripe.com/keys",
    "https://help.branch.io/developers-hub/docs/ios-sdk-overview",
    "https://support.axon.ai/en/max/ios/overview/manual-integration",
  },
  tags      = { "security", "sdk" },
  applies   = {
    kind = { "application", "extension" },
    key = { "MBXAccessToken", "MGLMapboxAccessToken", "StripePublishableKey", "branch_key", "AppLovinSdkKey" },
  },
  check     = function(bundle, report)
    local info = bundle.info
    for key, token in pairs(tokens) do
      local entries = { { node = info, key = key, value = info[key] } }
      -- Branch has a dictionary with a key for tests and one for releases.
      if plist.type(info[key]) == "dictionary" then entries = plist.find(info, "/" .. key .. "/*") end
      for _, entry in ipairs(entries) do
        local text = entry.value
        if type(text) == "string" and token.secret and text:find(token.secret) then
          report:at(entry.node, entry.key, "the value is a secret key of %s, which everybody can read in the app", token.sdk, {
            expected = token.example, fix = "use the public key, and revoke the secret one",
          })
        elseif type(text) == "string" and not values.has_variable(text) and not text:find(token.form) then
          report:at(entry.node, entry.key, "'%s' is not a public key of %s: its requests are refused", text, token.sdk, {
            expected = token.example, fix = "copy the public key from the dashboard", severity = "warning",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app { MBXAccessToken = "pk.eyJ1IjoiYSJ9.abc-_1", StripePublishableKey = "pk_live_51abc",
        branch_key = "key_live_a1" },
      app { branch_key = { live = "key_live_a1", test = "key_test_a1" }, MGLMapboxAccessToken = "$(TOKEN)" }, app { MBXAccessToken = 1 },
      app { AppLovinSdkKey = ("aB3_-"):rep(17) .. "x" },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = app { MBXAccessToken = "x" } } },
    },
    fail = {
      {
        platform = "ios", info = { MBXAccessToken = "sk.eyJ1IjoiYSJ9.abc" },
        at = "/MBXAccessToken", message = "is a secret key of Mapbox",
      },
      app({ MBXAccessToken = "sk.eyJ1IjoiYSJ9.abc" }, "MBXAccessToken"), app({ MBXAccessToken = "" }, "MBXAccessToken"),
      app({ MGLMapboxAccessToken = "YOUR_TOKEN" }, "MGLMapboxAccessToken"), app({ MBXAccessToken = "pk.a.b c" }, "MBXAccessToken"),
      app({ MGLMapboxAccessToken = "xpk.a.b" }, "MGLMapboxAccessToken"), app({ MGLMapboxAccessToken = "sk.a.b" }, "MGLMapboxAccessToken"),
      app({ MGLMapboxAccessToken = "pk.a.b c" }, "MGLMapboxAccessToken"), app({ MBXAccessToken = "xpk.a.b" }, "MBXAccessToken"),
      app({ StripePublishableKey = "sk_live_51abc" }, "StripePublishableKey"),
      app({ StripePublishableKey = "rk_live_51" }, "StripePublishableKey"),
      app({ StripePublishableKey = "pk_live_51 " }, "StripePublishableKey"),
      app({ StripePublishableKey = "xpk_live_51" }, "StripePublishableKey"),
      app({ branch_key = "secret_live_a" }, "branch_key"), app({ branch_key = "key_live" }, "branch_key"),
      app({ branch_key = "xkey_live_a1" }, "branch_key"), app({ branch_key = "key_live_a1 " }, "branch_key"),
      app({ branch_key = { live = "key_live_a1", test = "x" } }, "branch_key/test"),
      app({ AppLovinSdkKey = "YOUR_SDK_KEY" }, "AppLovinSdkKey"), app({ AppLovinSdkKey = ("aB3_-"):rep(17) .. "xy" }, "AppLovinSdkKey"),
      { kind = "extension", platform = "ios", info = { MBXAccessToken = "x" }, at = "/MBXAccessToken" },
    },
  },
}
