local values = import "apple.values"

rule "minimum-system-kept" {
  summary   = "The oldest system that a product says it runs on becomes no older without approval",
  severity  = "error",
  rationale = "With a lower minimum the build is offered to systems that nobody tried it on, where it may not even start.",
  tags      = { "history" },
  applies   = { nested = false },
  check     = function(bundle, report)
    local key, minimum = values.minimum_os_key(bundle), values.minimum_os(bundle)
    local earlier = bundle.history[1]
    if not earlier or earlier.platform ~= bundle.platform then return end
    local old = values.minimum_os(earlier)
    if not old then return end
    if not minimum then
      return report:missing(bundle.info, key, "no minimum system is given, where the build before asked for %s", old, {
        expected = old, fix = "write " .. old .. " again, or waive this finding to approve of it", discriminator = old,
      })
    end
    if version.compare(minimum, old) < 0 then
      report:at(bundle.info, key, "the minimum system falls from %s to %s", old, minimum, {
        expected = ">= " .. old, fix = "write " .. old .. " again, or waive this finding to approve of it",
        discriminator = old .. " to " .. minimum,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { history = { {} } },
      { info = { LSMinimumSystemVersion = "14.0" }, history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      { info = { LSMinimumSystemVersion = "13" }, history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      -- Once approved it is what the next build is held against.
      {
        info = { LSMinimumSystemVersion = "12.0" },
        history = { { info = { LSMinimumSystemVersion = "12.0" } }, { info = { LSMinimumSystemVersion = "13.0" } } },
      },
      { info = { LSMinimumSystemVersion = "12.0" }, history = { { info = { LSMinimumSystemVersion = "new" } } } },
      { platform = "ios", info = { MinimumOSVersion = "12.0" }, history = { { platform = "macos" } } },
      { bundles = { ["Contents/PlugIns/P.appex"] = { history = { {} } } } },
    },
    fail = {
      { info = { LSMinimumSystemVersion = "9.0" }, history = { { info = { LSMinimumSystemVersion = "10.0" } } } },
      { info = { LSMinimumSystemVersion = "13.0" }, history = { { info = { LSMinimumSystemVersion = "13.0.1" } } } },
      { without = "LSMinimumSystemVersion", history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      { platform = "ios", info = { MinimumOSVersion = "16.0" }, history = { { info = { MinimumOSVersion = "17.0" } } } },
    },
  },
}
