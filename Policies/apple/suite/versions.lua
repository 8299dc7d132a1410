local newest = import "apple.suite.newest"

rule "one-version" {
  summary   = "All applications of a suite must have the same version",
  severity  = "error",
  rationale = "Applications that ship together are tested together. One with another version was left out of the release, or built from "
    .. "other sources.",
  tags      = { "suite" },
  applies   = { kind = "application", nested = false },
  across    = function(bundles, report)
    local with_version = newest.having("version", bundles)
    local reference = newest.of("version", with_version)
    for _, bundle in ipairs(with_version) do
      if bundle.version ~= reference.version then
        report:at(bundle, "CFBundleShortVersionString", "%s has version %s, but %s has %s",
          bundle.name, bundle.version, reference.name, reference.version, {
            expected = reference.version, fix = "build all applications of the suite from one release", discriminator = "version",
          })
      end
    end
  end,
  examples  = {
    pass = {
      {},
      { { info = { CFBundleShortVersionString = "1.2" } }, { info = { CFBundleShortVersionString = "1.2", CFBundleVersion = "9" } } },
      { { info = { CFBundleShortVersionString = "1.2" } }, { without = "CFBundleShortVersionString" } },
      { {}, { kind = "framework", info = { CFBundleShortVersionString = "1.2" } } },
      { {}, { bundles = { ["Contents/Library/LoginItems/Helper.app"] = { info = { CFBundleShortVersionString = "1.2" } } } } },
    },
    fail = {
      {
        { info = { CFBundleShortVersionString = "1.2" }, at = "/CFBundleShortVersionString" },
        { info = { CFBundleShortVersionString = "1.10" } },
      },
      {
        { info = { CFBundleShortVersionString = "1.2" } },
        { info = { CFBundleShortVersionString = "1.2.0" }, at = "/CFBundleShortVersionString" },
      },
      {
        { info = { CFBundleShortVersionString = "1.2" } },
        { info = { CFBundleShortVersionString = "spring" }, at = "/CFBundleShortVersionString" },
      },
    },
  },
}
