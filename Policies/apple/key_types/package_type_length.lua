local values = import "apple.values"

rule "package-type-length" {
  summary   = "The package type of a plug-in must have four characters",
  severity  = "error",
  rationale = "It is a 32-bit code: any other length is read as no type, and hosts do not find the plug-in.",
  source    = "Information Property List Key Reference: CFBundlePackageType",
  tags      = { "S3", "S13" },
  -- For other kinds, package-type derives the code from the extension.
  applies   = { kind = { "plugin", "plist" }, key = "CFBundlePackageType" },
  check     = function(bundle, report)
    local type = values.text(bundle.info.CFBundlePackageType)
    if type and utf8.len(type) ~= 4 then
      report:at(bundle.info, "CFBundlePackageType", "the package type '%s' does not have four characters", type, {
        expected = "four characters, such as BNDL", fix = "use BNDL, or the code that the host requires",
      })
    end
  end,
  examples  = {
    pass = {
      { without = "CFBundlePackageType" },
      {}, { info = { CFBundlePackageType = "KEXT" } }, { info = { CFBundlePackageType = "" } }, { info = { CFBundlePackageType = 1 } },
    },
    fail = {
      { info = { CFBundlePackageType = "BUNDLE" }, at = "/CFBundlePackageType" },
      { kind = "plist", info = { CFBundlePackageType = "APP" }, at = "/CFBundlePackageType" },
    },
  },
}
