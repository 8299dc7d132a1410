local values = import "apple.values"

rule "help-book" {
  summary   = "The help book that a Mac application names is among its resources",
  severity  = "warning",
  rationale = "The Help menu answers that there is no help.",
  source    = { "Apple Help Programming Guide", "Information Property List Key Reference: CFBundleHelpBookFolder" },
  tags      = { "S13", "S3" },
  applies   = { kind = { "application", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local info = bundle.info
    local folders = info.CFBundleHelpBookFolder
    local node, names = info, { CFBundleHelpBookFolder = folders }
    if plist.type(folders) == "array" then
      node, names = folders, {}
      for position, name in ipairs(folders) do names[position] = name end
    end
    for key, name in pairs(names) do
      name = values.text(name)
      if name and not bundles.resource(bundle, name) then
        report:at(node, key, "there is no help book '%s' among the resources", name, {
          expected = "a folder " .. name .. ", of no language or in an .lproj", fix = "add the help book, or correct the name",
        })
      end
    end
    local name = values.text(info.CFBundleHelpBookName)
    if name and folders == nil and #bundles.walk(bundle, "Contents/Resources/**/*.help") == 0
      and #bundles.walk(bundle, "Contents/Resources/*.help") == 0
    then
      report:missing(info, "CFBundleHelpBookFolder", "the help book '%s' has no folder", name, {
        expected = "CFBundleHelpBookFolder", fix = "name the folder of the help book",
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
    },
    fail = {
      { info = { CFBundleHelpBookFolder = "App.help" } },
      { info = { CFBundleHelpBookFolder = { "A", "B" } }, files = { ["Contents/Resources/A/index.html"] = "" } },
      { info = { CFBundleHelpBookName = "com.example.help" } },
    },
  },
}
