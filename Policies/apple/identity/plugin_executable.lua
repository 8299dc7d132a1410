local values = import "apple.values"

-- Plug-ins that are nothing but code: the program that they are for loads each of them.
local loaded = {
  saver = true, component = true, qlgenerator = true, mdimporter = true, vst = true, vst3 = true, prefPane = true, colorPicker = true,
  audiounit = true, driver = true, clap = true,
}

rule "plugin-executable" {
  summary   = "CFBundleExecutable of a plug-in or resource bundle for the Mac must name a file of the bundle",
  severity  = "warning",
  rationale = "Xcode declares an executable for bundles of resources, too. The Mac does not miss it, but code that loads the bundle does, "
    .. "and the Mac App Store rejects the app. A screen saver, an audio unit, an importer and the like are nothing without code, so that "
      .. "it is an "
    .. "error there.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "ITMS-90261" },
  tags      = { "S13", "S8", "ITMS-90261" },
  applies   = { kind = "plugin", platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local path, severity = bundle.executable, loaded[bundle.extension] and "error" or nil
    if bundle.info.CFBundleExecutable == nil and severity then
      return report:missing(bundle.info, "CFBundleExecutable", "the bundle names no executable: nothing can load it", {
        expected = "the name of the file with its code", fix = "build the plug-in again, or add the key", severity = severity,
      })
    end
    if path and values.text(bundle.info.CFBundleExecutable) and not bundle.executable_file then
      report:at(bundle.info, "CFBundleExecutable", "the executable %s does not exist", path, {
        expected = "a file at " .. path,
        fix = "build it at this path, or remove CFBundleExecutable from a bundle that has only resources",
        severity = severity,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { without = "CFBundleExecutable" }, { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
      { files = { ["Contents/MacOS/Plug"] = "no code" } },
      { bundles = {
        ["Contents/Helpers/Tool.app"] = { info = { CFBundleExecutable = "Gone" } },
        ["Contents/Resources/Phone.bundle"] = { platform = "ios", info = { CFBundleExecutable = "Gone" } },
      } },
    },
    fail = {
      { files = { ["Contents/MacOS/Plug"] = false }, at = "/CFBundleExecutable" },
      { platform = "catalyst", info = { CFBundleExecutable = "Gone" }, at = "/CFBundleExecutable" },
      { name = "A.saver", without = "CFBundleExecutable", at = "/CFBundleExecutable", message = "nothing can load" },
      { name = "A.component", files = { ["Contents/MacOS/A"] = false }, at = "/CFBundleExecutable", message = "does not exist" },
      { name = "A.qlgenerator", without = "CFBundleExecutable", at = "/CFBundleExecutable" },
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
