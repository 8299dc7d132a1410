local elsewhere = import "apple.elsewhere"
local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local install, groups = "com.apple.developer.system-extension.install", "com.apple.security.application-groups"
local folder = "Contents/Library/SystemExtensions/"

local function is_of_profile(list)
  return list["com.apple.application-identifier"] ~= nil or list["com.apple.developer.team-identifier"] ~= nil
end

-- For the examples.
local path = folder .. "com.example.app.filter.systemextension"
local identity = { ["com.apple.application-identifier"] = "ABCDE12345.com.example.app" }
local function app(list, name, own, at)
  local extension = {
    info = {
      CFBundleIdentifier = "com.example.app.filter", NetworkExtension = name and { NEMachServiceName = name },
    },
    without = "NSExtension", entitlements = own and { ["com.apple.application-identifier"] = "A.b", [groups] = own } or nil,
  }
  return { kind = "application", entitlements = list, at = at, bundles = { [path] = extension } }
end
local allowed = { ["com.apple.application-identifier"] = "A.b", [install] = true }

rule "system-extension-allowed" {
  summary   = "An app with a system extension must have the entitlement to install it, and the extension a service name in an app group",
  severity  = "error",
  rationale = "Without com.apple.developer.system-extension.install, the request to activate the extension fails. The system starts a "
    .. "provider for Network Extension only if its Mach service name begins with one of its app groups. Code that is signed without a "
    .. "profile's identifier will be signed again, so it is not reported.",
  source    = {
    "https://developer.apple.com/documentation/systemextensions/installing-system-extensions-and-drivers",
    "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.system-extension.install",
    "https://developer.apple.com/forums/thread/708017",
  },
  applies   = { kind = "application", platform = "macos", files = folder .. "*.systemextension" },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      if is_of_profile(part.list) and part.list[install] ~= true then
        report:missing(part.list, install, ("%s is signed without %s: the app cannot activate its system extension"):format(part.code,
          install), {
          expected = "the Boolean true", fix = "add the capability System Extension", discriminator = part.architecture,
        })
      end
    end
    for _, inner in ipairs(bundle.bundles) do
      local declared = inner.extension == "systemextension" and inner.info.NetworkExtension
      local name = values.text(values.dictionary(declared or nil).NEMachServiceName)
      for _, part in ipairs(name and parts(inner) or {}) do
        local is_inside = not is_of_profile(part.list)
        for _, group in ipairs(values.list(part.list[groups])) do
          is_inside = is_inside or type(group) == "string" and (name == group or name:sub(1, #group + 1) == group .. ".")
        end
        if not is_inside then
          report:file(inner.path:sub(#bundle.path > 0 and #bundle.path + 2 or 1) .. "/Contents/Info.plist",
            "NEMachServiceName is '%s', which does not begin with an app group of the extension: the system does not start it", name, {
            expected = "an app group, and what follows a period", fix = "begin the name with the app group",
            discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app(identity), { kind = "plugin", name = "App.bundle" }), elsewhere(app(identity), { platform = "catalyst" }),
      {}, app(allowed), app { other = true }, app(allowed, "ABCDE12345.com.example.app.filter", { "ABCDE12345.com.example.app" }),
      app(allowed, "ABCDE12345.com.example", { 1, "ABCDE12345.com.example" }), app(allowed, "$(GROUP).filter", { "ABCDE12345.com" }),
      app(allowed, "com.example.filter"), { bundles = { ["Contents/PlugIns/A.bundle"] = {} }, entitlements = identity },
    },
    fail = {
      app(identity, nil, nil, "Contents/MacOS/App:/" .. install),
      app({ ["com.apple.developer.team-identifier"] = "A", [install] = false }, nil, nil, "Contents/MacOS/App:/" .. install),
      app(allowed, "com.example.app.filter", { "ABCDE12345.com.example.app" }, path .. "/Contents/Info.plist"),
      app(allowed, "ABCDE12345.com.example.apps", { "ABCDE12345.com.example.app" }, path .. "/Contents/Info.plist"),
      app(allowed, "ABCDE12345.com", {}, path .. "/Contents/Info.plist"),
    },
  },
}
