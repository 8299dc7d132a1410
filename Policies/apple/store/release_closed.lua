local values = import "apple.values"

-- Declares the rule for bundles of these platforms.
return function(platforms)
  rule "release-closed" {
    summary   = "A release that is on sale must not get another build",
    severity  = "error",
    rationale = "Once the store has approved a build of a release, it closes the release to further builds, and rejects another with the "
      .. "same "
      .. "CFBundleShortVersionString. A build counts as on sale if it was marked as shipped in the ledger.",
    source    = { "ITMS-90062", "ITMS-90186", "ITMS-90478", "Technical Note TN2420" },
    tags      = { "S7", "ITMS-90062", "ITMS-90186", "ITMS-90478" },
    applies   = { kind = "application", platform = platforms, nested = false, key = "CFBundleShortVersionString" },
    check     = function(bundle, report)
      local release = values.text(bundle.info.CFBundleShortVersionString)
      if not release or not version.parse(release) then return end
      local shipped = bundle.history:highest("CFBundleShortVersionString", { shipped = true })
      local old = shipped and shipped.info.CFBundleShortVersionString
      -- release-not-lower reports releases below it.
      if old and version.compare(release, old) == 0 then
        report:at(bundle.info, "CFBundleShortVersionString", "release %s is closed: %s was shipped", release, values.build_text(shipped), {
          expected = "a release above " .. old, fix = "raise CFBundleShortVersionString", discriminator = old,
        })
      end
    end,
    examples  = {
      pass = {
        {}, { history = { {} } }, { without = "CFBundleShortVersionString", history = { { shipped = true } } },
        { info = { CFBundleShortVersionString = "1.1" }, history = { { info = { CFBundleShortVersionString = "1.0" }, shipped = true } } },
        { info = { CFBundleShortVersionString = "$(VERSION)" }, history = { { shipped = true } } },
        { info = { CFBundleShortVersionString = "one" }, history = { { shipped = true } } },
        {
          info = { CFBundleShortVersionString = "1.1" },
          history = { { info = { CFBundleShortVersionString = "1.1" } },
            { info = { CFBundleShortVersionString = "1.0" }, shipped = true } },
        },
      },
      fail = {
        {
          info = { CFBundleShortVersionString = "1.0", CFBundleVersion = "3" },
          history = { { info = { CFBundleShortVersionString = "1.0", CFBundleVersion = "2" }, shipped = true } },
          message = "the earlier build 1.0 (2) was shipped", at = "/CFBundleShortVersionString",
        },
        {
          info = { CFBundleShortVersionString = "1.0.0" },
          history = { { info = { CFBundleShortVersionString = "1.0" }, shipped = true } }, at = "/CFBundleShortVersionString",
        },
      },
    },
  }
end
