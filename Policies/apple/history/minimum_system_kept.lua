local values = import "apple.values"

rule "minimum-system-kept" {
  summary   = "The minimum system of a product must not be lowered without approval",
  severity  = "error",
  rationale = "With a lower minimum, the build is offered for systems that nobody tested it on, where it may not even start.",
  tags      = { "history" },
  applies   = { nested = false },
  check     = function(bundle, report)
    local key, minimum = values.minimum_os_key(bundle), values.minimum_os(bundle)
    local earlier = values.predecessor(bundle)
    local old = earlier and values.minimum_os(earlier)
    if not old then return end
    local of = values.build_text(earlier)
    if not minimum then
      return report:missing(bundle.info, key, "the minimum system is missing or unreadable, but %s requires %s", of, old, {
        expected = old, fix = "restore " .. old .. ", or waive this finding to approve the change", discriminator = old,
      })
    end
    if version.compare(minimum, old) < 0 then
      report:at(bundle.info, key, "the minimum system is lowered from %s, that of %s, to %s", old, of, minimum, {
        expected = ">= " .. old, fix = "restore " .. old .. ", or waive this finding to approve the change",
        discriminator = old .. " to " .. minimum,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { history = { {} } },
      { info = { LSMinimumSystemVersion = "0", CFBundleShortVersionString = "0", CFBundleVersion = "0" } },
      { platform = "ios", info = { MinimumOSVersion = "0" } },
      -- The frameworks in it are offered to nobody.
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "12.0" } } },
        history = { { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { LSMinimumSystemVersion = "13.0" } } } } },
      },
      { info = { LSMinimumSystemVersion = "14.0" }, history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      { info = { LSMinimumSystemVersion = "13" }, history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      -- Once approved, the new minimum applies to the next build.
      {
        info = { LSMinimumSystemVersion = "12.0" },
        history = { { info = { LSMinimumSystemVersion = "12.0" } }, { info = { LSMinimumSystemVersion = "13.0" } } },
      },
      { info = { LSMinimumSystemVersion = "12.0" }, history = { { info = { LSMinimumSystemVersion = "new" } } } },
      { platform = "ios", info = { MinimumOSVersion = "12.0" }, history = { { platform = "macos" } } },
      -- A release of an earlier line follows its own line.
      {
        info = { LSMinimumSystemVersion = "12.0", CFBundleShortVersionString = "1.0.1" },
        history = {
          { info = { LSMinimumSystemVersion = "14.0", CFBundleShortVersionString = "2.0" } },
          { info = { LSMinimumSystemVersion = "12.0", CFBundleShortVersionString = "1.0" } },
        },
      },
    },
    fail = {
      {
        info = { LSMinimumSystemVersion = "9.0" }, history = { { info = { LSMinimumSystemVersion = "10.0" } } },
        at = "/LSMinimumSystemVersion",
      },
      {
        info = { LSMinimumSystemVersion = "13.0" }, history = { { info = { LSMinimumSystemVersion = "13.0.1" } } },
        at = "/LSMinimumSystemVersion",
      },
      { without = "LSMinimumSystemVersion", history = { { info = { LSMinimumSystemVersion = "13.0" } } }, at = "/LSMinimumSystemVersion" },
      {
        platform = "ios", info = { MinimumOSVersion = "16.0" }, history = { { info = { MinimumOSVersion = "17.0" } } },
        at = "/MinimumOSVersion",
      },
      -- The builds in between are for another system, or of an earlier line.
      {
        info = { LSMinimumSystemVersion = "10.0" },
        history = { { platform = "ios" }, { info = { LSMinimumSystemVersion = "12.0" } } },
        at = "/LSMinimumSystemVersion",
      },
      {
        info = { LSMinimumSystemVersion = "13.0", CFBundleShortVersionString = "2.0.1" },
        history = {
          { info = { LSMinimumSystemVersion = "12.0", CFBundleShortVersionString = "1.0.1" } },
          { info = { LSMinimumSystemVersion = "14.0", CFBundleShortVersionString = "2.0" } },
        },
        at = "/LSMinimumSystemVersion",
      },
      {
        info = { LSMinimumSystemVersion = "12.0", CFBundleShortVersionString = "main" },
        history = { { info = { LSMinimumSystemVersion = "13.0" } } },
        at = "/LSMinimumSystemVersion",
      },
    },
  },
}
