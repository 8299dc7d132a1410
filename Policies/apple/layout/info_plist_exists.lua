rule "info-plist-exists" {
  summary   = "Every nested application, extension, framework and settings bundle must have its property list",
  severity  = "error",
  rationale = "Without Info.plist the system does not treat the folder as a bundle: an extension is not found, a framework has no "
    .. "identifier to sign, and uploading or installing the app fails. All its keys count as missing for every other rule.",
  source    = { "Bundle Programming Guide: Bundle structures", "App Store Connect: ITMS-90036" },
  tags      = { "S1", "S8", "ITMS-90036" },
  applies   = { kind = { "application", "extension", "framework", "plugin", "settings" } },
  check     = function(bundle, report)
    local path = plist.place(bundle.info).file
    if path and not bundles.exists(bundle, path) then
      report:file(path, "%s has no %s", bundle.name, path:match("[^/]*$"), {
        expected = path .. " in " .. bundle.name,
        fix = "add the missing file, or remove the folder if a build step left it there; give a folder that is not a bundle another name",
      })
    end
  end,
  examples  = {
    pass = {
      { bundles = { ["Contents/PlugIns/Share.appex"] = {} } },
      { files = { ["Contents/Resources/Template.app/readme.txt"] = "x", ["Contents/Resources/Sounds.bundle/a.wav"] = "x" } },
      { platform = "ios", files = { ["Settings.bundle/Root.plist"] = "<plist><dict/></plist>" } },
    },
    fail = {
      {
        files = { ["Contents/PlugIns/Share.appex/Contents/MacOS/Share"] = { mach_o = { platform = "macos" } } },
        at = "Contents/PlugIns/Share.appex/Contents/Info.plist",
      },
      { platform = "ios", files = { ["Frameworks/Kit.framework/Headers/Kit.h"] = "x" }, at = "Frameworks/Kit.framework/Info.plist" },
      { platform = "ios", files = { ["Settings.bundle/en.lproj/Root.strings"] = "{}" }, at = "Settings.bundle/Root.plist" },
    },
  },
}
