rule "apple-looking-keys" {
  summary   = "Custom keys must not look like Apple's keys",
  severity  = "note",
  rationale = "The next system may define the key and read the value in an unintended way.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      local prefix = keys.is_custom(key) and keys.apple_prefix(key)
      -- misspelt-keys and misplaced-keys report keys that resemble a platform key or belong inside another one.
      if prefix and not keys.nearest(key) and #keys.parents(key) == 0 then
        report:at(bundle.info, key, "%s begins with %s like Apple's keys, but is not documented", key, prefix, {
          expected = "a key of the platform, or one with a prefix of your own",
          fix = "check the spelling; if only your own code reads the key, rename it here and in the code",
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { ["com.example.UIColor"] = "red", NSPrincipalClass = "NSApplication", SUFeedURL = "x" } },
      { info = { UIBackgroundMode = {}, NSAllowsArbitraryLoads = true } } },
    fail = { { info = { UIOurColor = "red" }, at = "/UIOurColor" } },
  },
}
