rule "main-executable-name" {
  summary   = "The main executable has no extension, and on iOS the application's name",
  severity  = "note",
  rationale = "The documents ask for it; scripts of builds and of people go by it.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "Information Property List Key Reference: CFBundleExecutable" },
  tags      = { "S8" },
  applies   = { kind = { "application", "plugin" } },
  check     = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if type(name) ~= "string" then return end
    local stem = bundle.name:match("(.*)%.")
    local extension = name ~= stem and name:match("%.(%a%w*)$")
    if extension then
      report:at(bundle.info, "CFBundleExecutable", "the executable '%s' has the extension %s", name, extension, {
        expected = "a name without extension", fix = "leave the extension out",
      })
    elseif bundle.platform == "ios" and bundle.kind == "application" and name ~= stem then
      report:at(bundle.info, "CFBundleExecutable", "the executable of %s is called '%s'", bundle.name, name, {
        expected = stem, fix = "rename the executable or the bundle",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleExecutable = "Other" } }, { platform = "ios" }, { name = "Node.js.app", info = { CFBundleExecutable = "Node.js" } },
      { info = { CFBundleExecutable = true } }, { kind = "plugin", platform = "ios", info = { CFBundleExecutable = "Other" } },
      { info = { CFBundleExecutable = "Tool1.5" } }, { info = { CFBundleExecutable = "com.example.my-tool" } },
    },
    fail = { { info = { CFBundleExecutable = "App.bin" } }, { platform = "ios", info = { CFBundleExecutable = "Other" } } },
  },
}
