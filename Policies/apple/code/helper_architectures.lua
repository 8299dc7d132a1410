local processors = import "apple.code.processors"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Whether the app starts the bundle, or loads it. Plug-ins for other programs may be for other processors.
local function is_needed(bundle)
  return bundle.kind == "application" or bundle.kind == "extension" or bundle.path:find("Contents/PlugIns/", 1, true) ~= nil
end

-- For the examples.
local function code(...) return { mach_o = { architectures = { ... } } } end
local function app(own, helper, at, message)
  return {
    message = message,
    kind = "application", files = { ["Contents/MacOS/App"] = own },
    bundles = { ["Contents/Helpers/Tool.app"] = { kind = "application", files = { ["Contents/MacOS/Tool"] = helper } } },
    at = at and "Contents/Helpers/Tool.app/Contents/MacOS/Tool",
  }
end

rule "helper-architectures" {
  summary   = "Helper apps, services, extensions and plug-ins must have code for each architecture of their app",
  severity  = "error",
  rationale = "On an Intel Mac, the system cannot start code that is only for Apple silicon, and no program can load a plug-in without "
    .. "code "
    .. "for its own architecture. A program only for Intel starts on Apple silicon if Rosetta is installed, which later systems do not "
    .. "have: that is a warning.",
  source    = { "Building a Universal macOS Binary", "About the Rosetta translation environment" },
  applies   = { kind = { "application", "extension", "plugin" }, platform = { "macos", "catalyst" }, nested = true },
  check     = function(bundle, report)
    local host, all = values.host(bundle), slices(bundle)
    if not host or #all == 0 or not is_needed(bundle) then return end
    local own, around = processors(all), processors(slices(host))
    for _, architecture in ipairs { "arm64", "x86_64" } do
      if around[architecture] and not own[architecture] then
        local is_translated = architecture == "arm64" and own.x86_64 and bundle.kind ~= "plugin"
        report:file(bundle.executable, is_translated and "%s has no %s code, but %s does: it needs Rosetta"
          or "%s has no %s code, but %s does", bundle.name, architecture, host.name, {
          expected = "code for " .. architecture, fix = "build it for the same architectures as the app", discriminator = architecture,
          severity = is_translated and "warning" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      app(code("arm64", "x86_64"), code("x86_64", "arm64e")), app(code("arm64"), code("arm64", "x86_64")),
      app(code("x86_64h"), code("x86_64")),
      app(code("arm64", "i386"), code("arm64")), app(code("arm64", "x86_64"), "#!/bin/sh\n"), app("#!/bin/sh\n", code("arm64")),
      {
        kind = "application", files = { ["Contents/MacOS/App"] = code("arm64", "x86_64") },
        bundles = {
          ["Contents/Library/Spotlight/A.mdimporter"] = { kind = "plugin", files = { ["Contents/MacOS/A"] = code("x86_64") } },
          ["Contents/Frameworks/Kit.framework"] = { kind = "framework", files = { ["Versions/A/Kit"] = code("x86_64") } },
          -- architectures-covered reports frameworks.
          ["Contents/PlugIns/Kit.framework"] = { kind = "framework", files = { ["Versions/A/Kit"] = code("x86_64") } },
        },
      },
    },
    fail = {
      app(code("arm64", "x86_64h"), code("arm64"), true, "but App.app does"),
      app(code("arm64", "x86_64"), code("x86_64"), true, "needs Rosetta"),
      {
        kind = "application", files = { ["Contents/MacOS/App"] = code("arm64", "x86_64") },
        bundles = { ["Contents/XPCServices/Work.xpc"] = { files = { ["Contents/MacOS/Work"] = code("arm64") } } },
        at = "Contents/XPCServices/Work.xpc/Contents/MacOS/Work",
      },
      {
        kind = "application", files = { ["Contents/MacOS/App"] = code("arm64") },
        bundles = { ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/MacOS/A"] = code("x86_64") } } },
        at = "Contents/PlugIns/A.bundle/Contents/MacOS/A", message = "but App.app does",
      },
      {
        kind = "application", platform = "catalyst", files = { ["Contents/MacOS/App"] = code("arm64", "x86_64") },
        bundles = { ["Contents/PlugIns/A.appex"] = { platform = "catalyst", files = { ["Contents/MacOS/A"] = code("arm64") } } },
        at = "Contents/PlugIns/A.appex/Contents/MacOS/A",
      },
    },
  },
}
