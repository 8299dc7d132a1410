-- Apps that update themselves with Sparkle do so securely.

policy "cookbook.sparkle-updates" { summary = "Updates are authentic" }

-- 32 bytes in Base64.
local function is_key(value) return type(value) == "string" and #value == 44 and value:find("^[%w+/]+=$") ~= nil end

rule "sparkle-updates" {
  summary   = "The update feed must use HTTPS, and updates must be signed with our key",
  rationale = "Anyone who can change the feed or sign an update runs code on every customer's machine.",
  help      = "https://sparkle-project.org/documentation/",
  applies   = {
    kind = "application", platform = "macos", nested = false,
    when = function(bundle)
      return bundle.info.SUFeedURL ~= nil or bundles.exists(bundle, "Contents/Frameworks/Sparkle.framework")
    end,
  },
  shape     = {
    SUFeedURL     = url { schemes = "https" },
    SUPublicEDKey = custom("a public key: 44 characters in Base64", is_key),
  },
  examples  = {
    pass = { { info = { SUFeedURL = "https://example.com/appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" } } },
    fail = {
      { info = { SUFeedURL = "http://example.com/appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" }, at = "/SUFeedURL" },
      { info = { SUFeedURL = "https:appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" }, at = "/SUFeedURL" },
      { info = { SUFeedURL = "https://example.com/appcast.xml" }, at = "/SUPublicEDKey" },
      { info = { SUFeedURL = "https://example.com/appcast.xml", SUPublicEDKey = "PASTE YOUR KEY" }, at = "/SUPublicEDKey" },
      {
        bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleIdentifier = "org.sparkle-project.Sparkle" } } },
        at = { "/SUFeedURL", "/SUPublicEDKey" },
      },
    },
  },
}
