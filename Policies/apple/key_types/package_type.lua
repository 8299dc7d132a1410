local values = import "apple.values"

local function expected(bundle)
  if bundle.kind == "application" then return "APPL" end
  if bundle.kind == "framework" then return "FMWK" end
  if bundle.kind == "extension" then
    if bundle.name:find("%.systemextension$") then return "SYSX" end
    if bundle.name:find("%.dext$") then return "DEXT" end
    return "XPC!"
  end
  return nil
end

rule "package-type" {
  summary   = "CFBundlePackageType has four characters and fits the kind of the bundle",
  severity  = "error",
  rationale = "Devices don't install a bundle that says it is another; on the Mac it opens as what it says.",
  source    = { "Information Property List Key Reference: CFBundlePackageType", "Bundle Programming Guide" },
  tags      = { "S3", "S13" },
  check     = function(bundle, report)
    local type = values.text(bundle.info.CFBundlePackageType)
    if not type then return end
    local right = expected(bundle)
    if utf8.len(type) ~= 4 then
      report:at(bundle.info, "CFBundlePackageType", "the package type '%s' has not four characters", type, {
        expected = right or "four characters, such as BNDL", fix = "write " .. (right or "BNDL"),
      })
    elseif right and type ~= right then
      report:at(bundle.info, "CFBundlePackageType", "the package type of %s is '%s'", bundle.name, type, {
        expected = right, fix = "write " .. right, severity = not values.is_mobile(bundle) and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" }, { kind = "extension" }, { kind = "plugin", info = { CFBundlePackageType = "KEXT" } },
      { info = { CFBundlePackageType = "$(TYPE)" } }, { kind = "extension", name = "E.systemextension", info = { CFBundlePackageType = "SYSX" } },
      { kind = "extension", name = "E.dext", info = { CFBundlePackageType = "DEXT" } },
    },
    fail = {
      { info = { CFBundlePackageType = "APP" } }, { info = { CFBundlePackageType = "BNDL" } },
      { kind = "plugin", info = { CFBundlePackageType = "Plugin" } },
      { platform = "ios", kind = "extension", info = { CFBundlePackageType = "APPL" } },
      { platform = "ios", kind = "framework", info = { CFBundlePackageType = "BNDL" } },
    },
  },
}
