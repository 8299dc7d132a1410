rule "mac-framework-keys" {
  summary   = "A Mac framework must have a library",
  severity  = "warning",
  rationale = "Without CFBundleExecutable, NSBundle does not find its code. Its versions matter only to developers: "
    .. "frameworks of Electron declare one of them or none, in apps of the Mac App Store, too. A framework that contains only resources "
    .. "or headers needs no library.",
  source    = "Bundle Programming Guide: Framework bundles",
  tags      = { "S2" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    local is_missing = name == nil or type(name) == "string" and not name:find("%S")
    if is_missing and #bundles.files(bundle, { "*", "Versions/*/*" }, {
      type = "file", names = (bundle.name:gsub("%.framework$", "")),
    }) > 0 then
      report:missing(bundle.info, "CFBundleExecutable", "CFBundleExecutable is missing, so that NSBundle does not find the library", {
        expected = "the name of the library", fix = "add CFBundleExecutable",
      })
    end
  end,
  examples  = {
    pass = {
      -- Only resources.
      { without = "CFBundleExecutable", files = { ["Versions/A/Kit"] = false, Kit = false } },
      {}, { without = { "CFBundleShortVersionString", "CFBundleVersion" } }, { info = { CFBundleVersion = "" } },
    },
    fail = {
      { info = { CFBundleExecutable = "" }, at = "/CFBundleExecutable" },
    },
  },
}
