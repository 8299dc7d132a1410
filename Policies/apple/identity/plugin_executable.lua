local values = import "apple.values"

rule "plugin-executable" {
  summary   = "CFBundleExecutable of a plug-in or resource bundle for the Mac must name a file of the bundle",
  severity  = "warning",
  rationale = "Xcode declares an executable for bundles of resources, too. The Mac does not miss it, but code that loads the bundle does, "
    .. "and the Mac App Store rejects the app.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "ITMS-90261" },
  tags      = { "S13", "S8", "ITMS-90261" },
  applies   = { kind = "plugin", platform = { "macos", "catalyst" }, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    local path = bundle.executable
    if path and values.text(bundle.info.CFBundleExecutable) and not bundle.executable_file then
      report:at(bundle.info, "CFBundleExecutable", "the executable %s does not exist", path, {
        expected = "a file at " .. path,
        fix = "build it at this path, or remove CFBundleExecutable from a bundle that has only resources",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { without = "CFBundleExecutable" }, { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
      { files = { ["Contents/MacOS/Plug"] = "no code" } },
    },
    fail = {
      { files = { ["Contents/MacOS/Plug"] = false }, at = "/CFBundleExecutable" },
      {
        kind = "application",
        bundles = { ["Contents/Resources/Kit_Kit.bundle"] = {
          kind = "plugin", info = { CFBundleExecutable = "Kit_Kit" }, files = { ["Contents/MacOS/Kit_Kit"] = false },
        } },
        at = "Contents/Resources/Kit_Kit.bundle:/CFBundleExecutable",
      },
    },
  },
}
