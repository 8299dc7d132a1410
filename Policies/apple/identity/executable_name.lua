rule "main-executable-name" {
  summary   = "The main executable must have no file extension and, on iOS, the name of the app",
  severity  = "note",
  rationale = "Apple's documentation asks for it; build scripts and people rely on it.",
  source    = {
    "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "Information Property List Key Reference: CFBundleExecutable",
  },
  tags      = { "S8" },
  applies   = { kind = { "application", "plugin" }, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if type(name) ~= "string" then return end
    local stem = bundle.name:match("(.*)%.")
    local extension = name ~= stem and name:match("%.(%a%w*)$")
    if extension then
      report:at(bundle.info, "CFBundleExecutable", "the executable '%s' has the file extension .%s", name, extension, {
        expected = "a name without an extension", fix = "remove the extension from the file's name and from CFBundleExecutable",
      })
    elseif bundle.platform == "ios" and bundle.kind == "application" and name ~= stem then
      report:at(bundle.info, "CFBundleExecutable", "the executable of %s is named '%s'", bundle.name, name, {
        expected = stem, fix = "give the executable and the bundle the same name",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleExecutable = "Other" } }, { platform = "ios" }, { without = "CFBundleExecutable" },
      { name = "Node.js.app", info = { CFBundleExecutable = "Node.js" } },
      { info = { CFBundleExecutable = true } }, { kind = "plugin", platform = "ios", info = { CFBundleExecutable = "Other" } },
      { info = { CFBundleExecutable = "Tool1.5" } }, { info = { CFBundleExecutable = "com.example.my-tool" } },
    },
    fail = {
      { info = { CFBundleExecutable = "App.bin" }, at = "/CFBundleExecutable" },
      { platform = "ios", info = { CFBundleExecutable = "Other" }, at = "/CFBundleExecutable" },
    },
  },
}
