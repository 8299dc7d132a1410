rule "misplaced-keys" {
  summary   = "A key that belongs inside another key's value must not be at the top level",
  severity  = "warning",
  rationale = "Nothing reads such a key at the top level, so it has no effect.",
  source    = "Information Property List Key Reference",
  tags      = { "S6", "S3" },
  check     = function(bundle, report)
    for _, key in ipairs(keys.unprefixed(bundle.info)) do
      local parents = keys.apple_prefix(key) and keys.parents(key) or {}
      if #parents > 0 then
        local list = table.concat(parents, " or ")
        report:at(bundle.info, key, "%s has no effect at the top level; it belongs in %s", key, list, {
          expected = key .. " inside " .. list, fix = "move it into " .. parents[1],
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSAppTransportSecurity = { NSAllowsArbitraryLoads = true } } },
      { info = { NSOursAlone = true, Events = true, ["com.apple.NSAllowsArbitraryLoads"] = true } },
    },
    fail = {
      { info = { NSAllowsArbitraryLoads = true }, at = "/NSAllowsArbitraryLoads" },
      { info = { CFBundleURLSchemes = { "x" } }, at = "/CFBundleURLSchemes" },
    },
  },
}
