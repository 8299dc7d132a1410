local values = import "apple.values"

-- Bundles with resources only may share an identifier: CocoaPods gives them the identifier of their framework.
local function has_identity(bundle)
  return bundle.kind ~= "plugin" or bundle.executable ~= nil and bundle.files[bundle.executable] ~= nil
end

-- The helpers of an app that Electron makes share an identifier: the app opens each at its path.
local function are_helpers(one, other)
  return one.kind == "application" and other.kind == "application" and other.parent ~= nil and not values.is_mobile(one)
end

-- On the Mac, bundles of different kinds may share an identifier, as Python.framework and the Python.app inside it do.
local function severity(one, other)
  if values.is_mobile(one) then return nil end
  return one.kind == other.kind and "warning" or "note"
end

-- Records the identifiers of a bundle and of those inside it: the first bundle with each, ignoring letter case.
local function gather(bundle, seen, report)
  local identifier = has_identity(bundle) and values.text(bundle.info.CFBundleIdentifier)
  if identifier then
    local first = seen[identifier:lower()]
    if not first then
      seen[identifier:lower()] = bundle
    elseif not are_helpers(bundle, first) then
      local other = first.path == "" and "the outer bundle" or first.path
      local text = first.info.CFBundleIdentifier == identifier and "the bundle identifier '%s' is already used by %s"
        or "the bundle identifier '%s' differs only in letter case from that of %s"
      report:at(bundle.info, "CFBundleIdentifier", text, identifier, other, {
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
  check     = function(bundle, report)
    if #bundle.bundles > 0 then gather(bundle, {}, report) end
  end,
  examples  = {
    pass = {
      {}, { bundles = { ["Contents/Frameworks/Kit.framework"] = {}, ["Contents/PlugIns/Plug.bundle"] = { kind = "plugin" } } },
      {
        bundles = {
          ["Contents/PlugIns/One.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
          ["Contents/PlugIns/Two.bundle"] = { kind = "plugin", without = "CFBundleIdentifier" },
        },
      },
      {
        platform = "ios",
        bundles = {
          ["Frameworks/Kit.framework"] = {
            info = { CFBundleIdentifier = "org.cocoapods.Kit" },
            bundles = { ["Kit.bundle"] = {
              info = { CFBundleIdentifier = "org.cocoapods.Kit" }, without = "CFBundleExecutable", files = { Kit = false },
            } },
          },
        },
      },
      {
        bundles = {
          ["Contents/Frameworks/App Helper.app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } },
          ["Contents/Frameworks/App Helper (GPU).app"] = { info = { CFBundleIdentifier = "com.example.app.helper" } },
        },
      },
    },
    fail = {
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "Contents/Frameworks/Kit.framework:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Contents/Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Contents/Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
        at = "Contents/Frameworks/B.framework:/CFBundleIdentifier",
      },
      {
        platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.APP" } } },
        at = "Frameworks/Kit.framework:/CFBundleIdentifier",
      },
      {
        bundles = { ["Contents/Helpers/Tool.app"] = { info = { CFBundleIdentifier = "com.example.app" } } },
        at = "Contents/Helpers/Tool.app:/CFBundleIdentifier",
      },
      {
        bundles = {
          ["Contents/PlugIns/One.bundle"] = { info = { CFBundleIdentifier = "com.example.app.plug" } },
          ["Contents/PlugIns/Two.bundle"] = { info = { CFBundleIdentifier = "com.example.app.plug" } },
        },
        at = "Contents/PlugIns/Two.bundle:/CFBundleIdentifier",
      },
      {
        platform = "ios",
        bundles = {
          ["Watch/One.app"] = { platform = "watchos", info = { CFBundleIdentifier = "com.example.app.watch" } },
          ["Watch/Two.app"] = { platform = "watchos", info = { CFBundleIdentifier = "com.example.app.watch" } },
        },
        at = "Watch/Two.app:/CFBundleIdentifier",
      },
      {
        platform = "ios",
        bundles = {
          ["Frameworks/A.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
          ["Frameworks/B.framework"] = { info = { CFBundleIdentifier = "com.example.app.kit" } },
        },
        at = "Frameworks/B.framework:/CFBundleIdentifier",
      },
    },
  },
}
