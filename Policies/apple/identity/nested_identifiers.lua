local values = import "apple.values"

-- On the Mac, bundles of different kinds may share an identifier, as Python.framework and the Python.app inside it do.
local function severity(one, other)
  if values.is_mobile(one) then return not (one.executable and other.executable) and "warning" or nil end
  return one.kind == other.kind and "warning" or "note"
end

-- Records the identifiers of a bundle and of those inside it: the first bundle with each, whatever the letter case.
local function gather(bundle, seen, report)
  local identifier = values.text(bundle.info.CFBundleIdentifier)
  if identifier then
    local first = seen[identifier:lower()]
    if not first then
      seen[identifier:lower()] = bundle
    else
      local other = first.path == "" and "the outer bundle" or first.path
      local text = first.info.CFBundleIdentifier == identifier and "the bundle identifier '%s' is already used by %s"
        or "the bundle identifier '%s' differs only in letter case from that of %s"
      report:file(bundle.path, text, identifier, other, {
        expected = "a unique identifier", fix = "give one of the two another CFBundleIdentifier",
        severity = severity(bundle, first),
      })
    end
  end
  for _, nested in ipairs(bundle.bundles) do gather(nested, seen, report) end
end

rule "nested-identifiers" {
  summary   = "No two bundles in an app may have the same identifier",
  severity  = "error",
  rationale = "The store rejects the upload, devices do not install the app, and the system opens or loads the wrong one of the two.",
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
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.APP" } } } },
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
