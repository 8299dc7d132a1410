local values = import "apple.values"

rule "package-type-length" {
  summary   = "The package type of a plug-in has four characters",
  severity  = "error",
  rationale = "It is a code of 32 bits: any other length is read as no type, and whoever looks for plug-ins passes this one over.",
  source    = "Information Property List Key Reference: CFBundlePackageType",
  tags      = { "S3", "S13" },
  -- Of the other kinds the extension says which four they are: see package-type.
  applies   = { kind = { "plugin", "plist" } },
  check     = function(bundle, report)
    local type = values.text(bundle.info.CFBundlePackageType)
    if type and utf8.len(type) ~= 4 then
      report:at(bundle.info, "CFBundlePackageType", "the package type '%s' has not four characters", type, {
        expected = "four characters, such as BNDL", fix = "write BNDL, or the code that the host asks for",
      })
    end
  end,
  examples  = {
    pass = { {}, { info = { CFBundlePackageType = "KEXT" } }, { info = { CFBundlePackageType = "" } }, { info = { CFBundlePackageType = 1 } } },
    fail = { { info = { CFBundlePackageType = "BUNDLE" } }, { kind = "plist", info = { CFBundlePackageType = "APP" } } },
  },
}
