rule "apple-looking-keys" {
  summary   = "Keys of one's own don't look like Apple's",
  severity  = "note",
  rationale = "The next system may define the key and read into it what was never meant.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      local prefix = keys.is_custom(key) and keys.apple_prefix(key)
      -- Of those that are almost a key of the platform, or belong into one, misspelt-keys and misplaced-keys tell.
      if prefix and not keys.nearest(key) and #keys.parents(key) == 0 then
        report:at(bundle.info, key, "%s begins with %s like Apple's keys, and no document has it", key, prefix, {
          expected = "a key of the platform, or one with a prefix of your own", fix = "check its spelling, or rename it",
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { ["com.example.UIColor"] = "red", NSPrincipalClass = "NSApplication", SUFeedURL = "x" } },
      { info = { UIBackgroundMode = {}, NSAllowsArbitraryLoads = true } } },
    fail = { { info = { UIOurColor = "red" } } },
  },
}
