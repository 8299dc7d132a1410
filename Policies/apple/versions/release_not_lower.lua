local values = import "apple.values"

rule "release-not-lower" {
  summary   = "The release version must not be below that of an earlier build",
  severity  = "error",
  rationale = "The store rejects a release below the one on sale, and users see the version number decrease.",
  source    = { "ITMS-90062", "Technical Note TN2420" },
  tags      = { "S7", "ITMS-90062" },
  applies   = { nested = false },
  check     = function(bundle, report)
    if #bundle.history == 0 then return end
    local release = values.text(bundle.info.CFBundleShortVersionString)
    if not release or not version.parse(release) then return end
    local earlier = bundle.history:highest("CFBundleShortVersionString")
    local old = earlier and earlier.info.CFBundleShortVersionString
    if old and version.compare(release, old) < 0 then
      report:at(bundle.info, "CFBundleShortVersionString", "release %s is below the earlier release %s", release, old, {
        expected = ">= " .. old, fix = "raise CFBundleShortVersionString to " .. old .. " or above", discriminator = old,
      })
    end
  end,
  examples  = {
    pass = {
      { history = { {} } },
      { info = { CFBundleShortVersionString = "1.10" }, history = { { info = { CFBundleShortVersionString = "1.9" } } } },
      { info = { CFBundleShortVersionString = "one" }, history = { {} } }, { without = "CFBundleShortVersionString", history = { {} } },
      { info = { CFBundleShortVersionString = "0" }, history = { {} } },
      { info = { CFBundleShortVersionString = 0 }, history = { { info = { CFBundleShortVersionString = "1.0" } } } },
      -- A framework that returned to an earlier release.
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
        history = { { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleShortVersionString = "2.0" } } } } },
      },
      { info = { CFBundleShortVersionString = "1.0" }, history = { { info = { CFBundleShortVersionString = "two" } } } },
    },
    fail = { {
      info = { CFBundleShortVersionString = "1.9" }, history = { { info = { CFBundleShortVersionString = "1.10" } } },
      at = "/CFBundleShortVersionString",
    } },
  },
}
