-- Apps that update themselves with Sparkle do so safely.

policy "cookbook.sparkle-updates" { summary = "Updates come from us" }

rule "sparkle-updates" {
  summary   = "The update feed is fetched by HTTPS, and updates are signed with our key",
  rationale = "Whoever can change the feed, or sign an update, runs code on every customer's machine.",
  help      = "https://sparkle-project.org/documentation/",
  applies   = {
    kind = "application", platform = "macos", nested = false,
    when = function(bundle)
      return bundle.info.SUFeedURL ~= nil or bundles.exists(bundle, "Contents/Frameworks/Sparkle.framework")
    end,
  },
  shape     = {
    SUFeedURL     = url { schemes = "https" },
    -- 32 bytes in Base64.
    SUPublicEDKey = text { length = 44, pattern = "^[%w+/]+=$" },
  },
  examples  = {
    pass = { { info = { SUFeedURL = "https://example.com/appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" } } },
    fail = {
      { info = { SUFeedURL = "http://example.com/appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" } },
      { info = { SUFeedURL = "https:appcast.xml", SUPublicEDKey = ("A"):rep(43) .. "=" } },
      { info = { SUFeedURL = "https://example.com/appcast.xml" } },
      { info = { SUFeedURL = "https://example.com/appcast.xml", SUPublicEDKey = "PASTE YOUR KEY" } },
      {
        bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleIdentifier = "org.sparkle-project.Sparkle" } } },
      },
    },
  },
}
