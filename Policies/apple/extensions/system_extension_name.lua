local values = import "apple.values"

-- For the examples.
local function app(name, identifier, at)
  local path = "Contents/Library/SystemExtensions/" .. name
  return {
    kind = "application", at = at and path .. ":/CFBundleIdentifier",
    bundles = { [path] = { info = { CFBundleIdentifier = identifier } } },
  }
end

rule "system-extension-name" {
  summary   = "The name of a system extension must be its bundle identifier",
  severity  = "error",
  rationale = "The system looks for an extension in Contents/Library/SystemExtensions under its identifier: a request to activate one with "
    .. "another name fails with 'extension not found in App bundle'.",
  source    = "System Extensions: Installing System Extensions and Drivers",
  applies   = { kind = "extension", platform = "macos", nested = true },
  check     = function(bundle, report)
    local name = bundle.name:match("(.*)%.systemextension$")
    local identifier = name and values.text(bundle.info.CFBundleIdentifier)
    if identifier and identifier ~= name then
      report:at(bundle.info, "CFBundleIdentifier", "the system extension is named '%s', but its identifier is '%s'", bundle.name,
        identifier, {
        expected = identifier .. ".systemextension", fix = "set PRODUCT_NAME to the bundle identifier",
      })
    end
  end,
  examples  = {
    pass = {
      app("com.example.app.filter.systemextension", "com.example.app.filter"), app("A.systemextension", "$(ID)"),
      app("A.systemextension.appex", "com.example.app.filter"),
    },
    fail = { app("Filter.systemextension", "com.example.app.filter", true) },
  },
}
