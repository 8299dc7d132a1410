-- Declarations about privacy and access change only with approval.

policy "cookbook.drift" { summary = "Privacy and access change only with approval" }

rule "privacy-drift" {
  summary   = "What the app and its SDKs declare about privacy changes only with approval",
  rationale = "An update of an SDK that starts to track must not reach the store before the privacy details there are updated.",
  unchanged = { "privacy", "usage-descriptions" },
  examples  = {
    pass = { { platform = "ios", history = { {} } } },
    fail = {
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>" },
        history = { { files = { ["PrivacyInfo.xcprivacy"] = false } } },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTracking",
      },
      {
        platform = "ios",
        info = { NSMicrophoneUsageDescription = "Records notes." },
        history = { { without = "NSMicrophoneUsageDescription" } },
        at = "/NSMicrophoneUsageDescription",
      },
    },
  },
}

rule "entitlement-drift" {
  summary   = "Entitlements, frameworks and URL schemes change only with approval",
  rationale = "A merge or a template brings access, code or entry points that nobody has reviewed.",
  unchanged = { "entitlements", "frameworks", "url-schemes" },
  examples  = {
    pass = {
      { history = { {} } },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        history = { { entitlements = { ["com.apple.security.app-sandbox"] = true } } },
      },
    },
    fail = {
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true, ["com.apple.security.network.client"] = true },
        history = { { entitlements = { ["com.apple.security.app-sandbox"] = true } } },
        at = "Contents/MacOS/App:/com.apple.security.network.client",
      },
      { platform = "ios", history = { { bundles = { ["Frameworks/Kit.framework"] = { kind = "framework" } } } }, at = "." },
    },
  },
}
