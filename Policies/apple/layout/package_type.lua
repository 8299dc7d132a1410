local values = import "apple.values"

-- What a bundle of these extensions is taken for.
local types = { app = "APPL", framework = "FMWK", appex = "XPC!", xpc = "XPC!" }

rule "package-type" {
  summary   = "CFBundlePackageType is what the bundle's extension says",
  severity  = "error",
  rationale = "The system goes by the extension in one place and by the type in another: an extension that says APPL is not "
    .. "loaded, a framework that says BNDL is refused on upload.",
  source    = { "Information Property List Key Reference: CFBundlePackageType", "Bundle Programming Guide" },
  tags      = { "S8", "S13", "S3" },
  applies   = { kind = { "application", "framework", "extension" } },
  check = function(bundle, report)
    local given = bundle.info.CFBundlePackageType
    local expected = types[bundle.name:match("%.(%w+)$")]
    if type(given) == "string" and expected and given ~= expected then
      report:at(bundle.info, "CFBundlePackageType", "the package type is '%s' in a bundle called %s", given, bundle.name, {
        expected = expected, fix = "set CFBundlePackageType to " .. expected,
        -- On the Mac the store alone takes offence, but for extensions.
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
      { info = { CFBundlePackageType = "BNDL" } }, { kind = "extension", info = { CFBundlePackageType = "APPL" } },
      { kind = "framework", info = { CFBundlePackageType = "fmwk" } }, { name = "App.2.app", info = { CFBundlePackageType = "BNDL" } },
      { platform = "ios", info = { CFBundlePackageType = "BNDL" } },
    },
  },
}
