local values = import "apple.values"

-- The package type for each file extension.
local types = { app = "APPL", framework = "FMWK", appex = "XPC!", xpc = "XPC!" }

rule "package-type" {
  summary   = "CFBundlePackageType must match the file extension of the bundle",
  severity  = "error",
  rationale = "Some parts of the system use the extension and others the type: an extension with APPL is not "
    .. "loaded, and a framework with BNDL is rejected on upload.",
  source    = { "Information Property List Key Reference: CFBundlePackageType", "Bundle Programming Guide" },
  tags      = { "S8", "S13", "S3", "ITMS-90183" },
  applies   = { kind = { "application", "framework", "extension" }, key = "CFBundlePackageType" },
  check = function(bundle, report)
    local given = bundle.info.CFBundlePackageType
    local expected = types[bundle.extension]
    if type(given) == "string" and expected and given ~= expected then
      report:at(bundle.info, "CFBundlePackageType", "the package type is '%s', which does not match %s", given, bundle.name, {
        expected = expected, fix = {
          text = "set CFBundlePackageType to " .. expected, set = { CFBundlePackageType = expected },
        },
        -- On the Mac only the store objects, except for extensions.
        severity = not values.is_mobile(bundle) and not values.is_app_extension(bundle) and "warning" or nil,
      })
    end
  end,
  examples = {
    pass = {
      {}, { kind = "framework" }, { kind = "extension" }, { without = "CFBundlePackageType" },
      { info = { CFBundlePackageType = 7 } },
    },
    fail = {
      { info = { CFBundlePackageType = "BNDL" }, at = "/CFBundlePackageType" },
      { kind = "extension", info = { CFBundlePackageType = "APPL" }, at = "/CFBundlePackageType" },
      { kind = "framework", info = { CFBundlePackageType = "fmwk" }, at = "/CFBundlePackageType" },
      { name = "App.2.app", info = { CFBundlePackageType = "BNDL" }, at = "/CFBundlePackageType" },
      { platform = "ios", info = { CFBundlePackageType = "BNDL" }, at = "/CFBundlePackageType" },
    },
  },
}
