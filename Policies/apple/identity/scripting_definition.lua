local values = import "apple.values"

rule "scripting-definition" {
  summary   = "A Mac app must contain the scripting definition that it names",
  severity  = "warning",
  rationale = "Without it, scripts that control the app fail, and Script Editor shows no dictionary.",
  source    = "Bundle Resources: OSAScriptingDefinition",
  tags      = { "S13", "S3" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = "OSAScriptingDefinition" },
  check     = function(bundle, report)
    local name = values.text(bundle.info.OSAScriptingDefinition)
    if name and not bundles.resource(bundle, name) and not bundles.resource(bundle, name, "sdef") then
      report:at(bundle.info, "OSAScriptingDefinition", "the resources contain no scripting definition '%s'", name, {
        expected = "a file with exactly this name, including letter case", fix = "add the file, or correct the name",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { OSAScriptingDefinition = "App.sdef" }, files = { ["Contents/Resources/App.sdef"] = "x" } },
      { kind = "framework", info = { OSAScriptingDefinition = "App.sdef" } },
      { platform = "ios", info = { OSAScriptingDefinition = "App.sdef" } },
      { info = { OSAScriptingDefinition = "App" }, files = { ["Contents/Resources/App.sdef"] = "x" } },
    },
    fail = {
      { info = { OSAScriptingDefinition = "App.sdef" }, at = "/OSAScriptingDefinition" },
      { info = { OSAScriptingDefinition = "app.sdef" }, files = { ["Contents/Resources/App.sdef"] = "x" }, at = "/OSAScriptingDefinition" },
    },
  },
}
