local values = import "apple.values"

rule "icon-keys" {
  summary   = "Icons must be named under keys that the minimum system reads",
  severity  = "warning",
  rationale = "Systems since iOS 5 read CFBundleIcons, and those since iOS 3.2 read CFBundleIconFiles; on older systems the home screen "
    .. "shows an empty icon.",
  source    = { "Information Property List Key Reference: CFBundleIcons, CFBundleIconFiles", "Technical Q&A QA1686" },
  tags      = { "S3", "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "5.0" } },
  check = function(bundle, report)
    local info = bundle.info
    local is_first = info.CFBundleIconFile ~= nil or bundles.exists(bundle, "Icon.png")
    local minimum = values.minimum_os(bundle)
    if minimum and version.compare(minimum, "3.2") < 0 and not is_first then
      report:missing(info, "CFBundleIconFile", "iOS versions before 3.2 will not find the icon", {
        expected = "CFBundleIconFile, or a file named Icon.png", fix = "name the icon of 57 × 57 pixels in CFBundleIconFile",
      })
    elseif info.CFBundleIcons ~= nil and info.CFBundleIconFiles == nil and not is_first then
      report:missing(info, "CFBundleIconFiles", "iOS versions before 5 will not find the icon", {
        expected = "CFBundleIconFiles in addition to CFBundleIcons", fix = "also list the files of CFBundleIcons in CFBundleIconFiles",
      })
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "3.1", CFBundleIconFile = "Icon.png" } },
      { info = { MinimumOSVersion = "3.1" }, files = { ["Icon.png"] = "" } },
      { info = { MinimumOSVersion = "4.3", CFBundleIcons = {}, CFBundleIconFiles = { "Icon" } } },
      { info = { MinimumOSVersion = "4.3", CFBundleIcons = {}, CFBundleIconFile = "Icon" } }, { info = { MinimumOSVersion = "3.2" } },
    },
    fail = {
      { info = { MinimumOSVersion = "3.1", CFBundleIconFiles = { "Icon" } }, at = "/CFBundleIconFile" },
      { info = { MinimumOSVersion = "4.3", CFBundleIcons = {} }, at = "/CFBundleIconFiles" },
    },
  },
}
