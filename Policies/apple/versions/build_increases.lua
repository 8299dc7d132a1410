local values = import "apple.values"

rule "build-increases" {
  summary   = "Every Mac build must have a higher number than the builds before it",
  severity  = "error",
  rationale = "Updaters and the store treat a build without a higher number as one that they already have.",
  source    = { "Information Property List Key Reference: CFBundleVersion", "Technical Note TN2420", "ITMS-90062" },
  tags      = { "S7", "ITMS-90062", "ITMS-4190", "ITMS-4238", "ITMS-90061", "ITMS-90188", "ITMS-90189" },
  applies   = { nested = false, when = function(bundle) return not values.is_mobile(bundle) end },
  increases = { key = "CFBundleVersion", dialect = "apple" },
  examples  = {
    pass = { { info = { CFBundleVersion = "1.10" }, history = { { info = { CFBundleVersion = "1.9" } } } } },
    fail = {
      { info = { CFBundleVersion = "42" }, history = { { info = { CFBundleVersion = "42" } } }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0b3" }, history = { { info = { CFBundleVersion = "1.0" } } }, at = "/CFBundleVersion" },
      {
        info = { CFBundleVersion = "42" }, history = { { info = { CFBundleVersion = "41" } }, { info = { CFBundleVersion = "43" } } },
        at = "/CFBundleVersion",
      },
      { info = { CFBundleVersion = "43-beta" }, history = { { info = { CFBundleVersion = "42" } } }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "r43" }, history = { { info = { CFBundleVersion = "42" } } }, at = "/CFBundleVersion" },
    },
  },
}
