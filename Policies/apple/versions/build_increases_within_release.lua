local values = import "apple.values"

rule "build-increases-within-release" {
  summary   = "Within a release for iOS, tvOS, watchOS or visionOS, every build must have a higher number than the builds before it",
  severity  = "error",
  rationale = "The store rejects a build that is not above the latest one of its release; a new release may start again.",
  source    = { "Technical Note TN2420", "ITMS-90062" },
  tags      = { "S7", "ITMS-90062", "ITMS-4190", "ITMS-4238", "ITMS-90061", "ITMS-90188", "ITMS-90189" },
  applies   = { nested = false, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local build, release = values.text(bundle.info.CFBundleVersion), values.text(bundle.info.CFBundleShortVersionString)
    if not build or not version.parse(build) or not release then return end
    local earlier = bundle.history:highest("CFBundleVersion", { scope = "identifier+platform+short-version" })
    local old = earlier and earlier.info.CFBundleVersion
    if old and version.compare(build, old) <= 0 then
      report:at(bundle.info, "CFBundleVersion", "build %s of release %s is not above the earlier build %s", build, release, old, {
        expected = "> " .. old, fix = "raise CFBundleVersion above " .. old, discriminator = old,
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { CFBundleVersion = "2" }, history = { { info = { CFBundleVersion = "1" } } } },
      {
        platform = "ios", info = { CFBundleVersion = "1", CFBundleShortVersionString = "1.1" },
        history = { { info = { CFBundleVersion = "7", CFBundleShortVersionString = "1.0" } } },
      },
      { platform = "ios", info = { CFBundleVersion = "x" }, history = { { info = { CFBundleVersion = "1" } } } },
      { platform = "ios", info = { CFBundleShortVersionString = 0 }, history = { { info = { CFBundleVersion = "2" } } } },
      {
        platform = "ios", info = { CFBundleShortVersionString = "0", CFBundleVersion = "2" },
        history = { { info = { CFBundleVersion = "1" } } },
      },
    },
    fail = {
      {
        platform = "ios", info = { CFBundleVersion = "1.9" }, history = { { info = { CFBundleVersion = "1.10" } } },
        at = "/CFBundleVersion",
      },
      { platform = "ios", history = { {} }, at = "/CFBundleVersion" },
    },
  },
}
