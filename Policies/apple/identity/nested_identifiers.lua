local values = import "apple.values"

-- On the Mac bundles of different kinds may share an identifier, as Python.framework and the Python.app in it do.
local function severity(one, other)
  if values.is_mobile(one) then return not (one.executable and other.executable) and "warning" or nil end
  return one.kind == other.kind and "warning" or "note"
end

-- Writes down the identifiers of a bundle and of those in it: the first bundle that has each.
local function gather(bundle, seen, report)
  local identifier = values.text(bundle.info.CFBundleIdentifier)
  if identifier then
    local first = seen[identifier]
    if not first then
      seen[identifier] = bundle
    else
      report:file(bundle.path, "its identifier '%s' is that of %s", identifier, first.path == "" and "the bundle around it" or first.path, {
        expected = "an identifier of its own", fix = "give one of the two another CFBundleIdentifier",
        severity = severity(bundle, first),
      })
    end
  end
  for _, nested in ipairs(bundle.bundles) do gather(nested, seen, report) end
end

rule "nested-identifiers" {
  summary   = "No two bundles in an application have the same identifier",
  severity  = "error",
  rationale = "The store refuses the upload, devices don't install it, and the system opens or loads the wrong one of the two.",
  source    = { "ITMS-90685", "ITMS-90806" },
  tags      = { "S13", "ITMS-90685", "ITMS-90806" },
  applies   = { nested = false },
  check     = function(bundle, report) gather(bundle, {}, report) end,
  examples  = {
    pass = {
      {}, { bundles = { ["Contents/Frameworks/Kit.framework"] = {}, ["Contents/PlugIns/Plug.bundle"] = { kind = "plugin" } } },
      {
        bundles = {
          ["Contents/PlugIns/One.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
          ["Contents/PlugIns/Two.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
        },
      },
    },
    fail = {
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.app" } } } },
      {
        bundles = {
          ["Contents/Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Contents/Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
      },
      {
        platform = "ios",
        bundles = {
          ["Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
      },
    },
  },
}
