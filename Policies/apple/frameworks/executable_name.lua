rule "executable-name" {
  summary   = "A framework's executable must have the framework's name",
  severity  = "warning",
  rationale = "The linker finds the library of a framework by the framework's name.",
  source    = "Bundle Programming Guide: Anatomy of a Framework Bundle",
  tags      = { "S8" },
  applies   = { kind = "framework", key = "CFBundleExecutable" },
  check = function(bundle, report)
    local stem = bundle.name:match("(.*)%.")
    local executable = bundle.info.CFBundleExecutable
    -- Only the rule executable reports a name without a file.
    if type(executable) == "string" and executable ~= stem and bundle.executable and bundle.files[bundle.executable] then
      report:at(bundle.info, "CFBundleExecutable", "the executable of %s is named '%s'", bundle.name, executable, {
        expected = stem, fix = "set PRODUCT_NAME to " .. stem .. " and build again",
      })
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" }, { without = "CFBundleExecutable" }, { info = { CFBundleExecutable = "Gone" } },
      { info = { CFBundleExecutable = "../Kit" } },
      { bundles = { ["Versions/A/XPCServices/Work.xpc"] = {
        info = { CFBundleExecutable = "worker" }, files = { ["Contents/MacOS/worker"] = { mach_o = {} } },
      } } },
    },
    fail = { {
      info = { CFBundleExecutable = "Library" }, files = { ["Versions/A/Library"] = { mach_o = {} } }, at = "/CFBundleExecutable",
    } },
  },
}
