local values = import "apple.values"

-- One folder or a list of folders.
local places = { "/CFBundleHelpBookFolder", "/CFBundleHelpBookFolder/*" }

rule "help-book" {
  summary   = "A Mac app must contain the help book that it names",
  severity  = "warning",
  rationale = "Without it, the Help menu reports that no help is available.",
  source    = { "Apple Help Programming Guide", "Information Property List Key Reference: CFBundleHelpBookFolder" },
  tags      = { "S13", "S3" },
  applies   = {
    kind = { "application", "plugin" }, platform = { "macos", "catalyst" }, key = { "CFBundleHelpBookFolder", "CFBundleHelpBookName" },
  },
  check     = function(bundle, report)
    local info = bundle.info
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(info, place)) do
        local name = values.text(entry.value)
        if name and not bundles.resource(bundle, name) then
          report:at(entry.node, entry.key, "the resources contain no help book '%s'", name, {
            expected = "a folder " .. name .. ", outside or inside an .lproj folder", fix = "add the help book, or correct the name",
          })
        end
      end
    end
    local name = values.text(info.CFBundleHelpBookName)
    if name and info.CFBundleHelpBookFolder == nil and #bundles.walk(bundle, "Contents/Resources/**/*.help") == 0 then
      report:missing(info, "CFBundleHelpBookFolder", "no folder is named for the help book '%s'", name, {
        expected = "CFBundleHelpBookFolder", fix = "set CFBundleHelpBookFolder to the folder of the help book",
      })
    end
  end,
  examples  = {
    pass = {
      {}, {
        info = { CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = "com.example.help" },
        files = { ["Contents/Resources/en.lproj/App.help/index.html"] = "" },
      },
      { info = { CFBundleHelpBookFolder = { "A" } }, files = { ["Contents/Resources/A/index.html"] = "" } },
      { info = { CFBundleHelpBookName = "x" }, files = { ["Contents/Resources/App.help/Contents/Info.plist"] = "{}" } },
      { info = { CFBundleHelpBookName = "x" }, files = { ["Contents/Resources/en.lproj/App.help/Contents/Info.plist"] = "{}" } },
      { kind = "plugin" }, { platform = "catalyst" }, { info = { CFBundleHelpBookName = { "x" } } },
      {
        bundles = {
          ["Contents/PlugIns/Share.appex"] = { info = { CFBundleHelpBookFolder = "App.help" } },
          ["Contents/PlugIns/Phone.bundle"] = { platform = "ios", info = { CFBundleHelpBookFolder = "App.help" } },
        },
      },
    },
    fail = {
      { info = { CFBundleHelpBookFolder = "App.help" }, at = "/CFBundleHelpBookFolder" },
      {
        info = { CFBundleHelpBookFolder = { "A", "B" } }, files = { ["Contents/Resources/A/index.html"] = "" },
        at = "/CFBundleHelpBookFolder/1",
      },
      { info = { CFBundleHelpBookName = "com.example.help" }, at = "/CFBundleHelpBookFolder" },
      { kind = "plugin", info = { CFBundleHelpBookFolder = "App.help" }, at = "/CFBundleHelpBookFolder" },
      { platform = "catalyst", info = { CFBundleHelpBookFolder = "App.help" }, at = "/CFBundleHelpBookFolder" },
    },
  },
}
