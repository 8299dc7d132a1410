rule "apple-looking-keys" {
  summary   = "Keys of one's own don't look like Apple's",
  severity  = "note",
  rationale = "The next system may define the key and read into it what was never meant.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      local prefix = keys.is_custom(key) and keys.apple_prefix(key)
      if prefix then
        report:at(bundle.info, key, "%s begins with %s like Apple's keys, and no document has it", key, prefix, {
          expected = "a key of the platform, or one with a prefix of your own", fix = "check its spelling, or rename it",
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { ["com.example.UIColor"] = "red", NSPrincipalClass = "NSApplication" } } },
    fail = { { info = { UIOurColor = "red" } } },
  },
}
