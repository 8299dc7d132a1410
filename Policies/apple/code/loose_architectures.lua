local elsewhere = import "apple.elsewhere"
local loose = import "apple.code.loose"
local processors = import "apple.code.processors"
local slices = import "apple.code.slices"

-- Parts of paths of modules for one processor, beside which there is another for the other.
local names = { "arm64", "aarch64", "x86_64", "x64", "amd64", "intel", "x86%-64" }

local function is_for_one(path)
  local lower = path:lower()
  for _, name in ipairs(names) do
    if lower:find("%f[%w]" .. name .. "%f[%W]") then return true end
  end
  return false
end

-- For the examples.
local function code(kind, ...) return { mach_o = { architectures = { ... }, file_type = kind } } end
local function app(own, path, module, at)
  return { files = { ["Contents/MacOS/App"] = own, [path] = module }, at = at and path }
end
local both, module = code(nil, "arm64", "x86_64"), "Contents/Resources/app.asar.unpacked/node_modules/a/a.node"
local failing = {}
for _, path in ipairs(loose.paths) do failing[#failing + 1] = app(both, path, code("bundle", "arm64"), true) end
for _, example in ipairs {
  app(both, module, code("bundle", "arm64"), true), app(both, module, code("bundle", "x86_64"), true),
  app(code(nil, "arm64", "x86_64h"), module, code("bundle", "arm64"), true),
  app(both, "Contents/Resources/lib/python3.12/_x.so", code("bundle", "x86_64"), true),
  app(both, "Contents/Resources/xarm64/a.node", code("bundle", "arm64"), true),
  {
    platform = "catalyst", at = module, files = {
      ["Contents/MacOS/App"] = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "catalyst" } },
      [module] = { mach_o = { architectures = "arm64", file_type = "bundle", platform = "catalyst" } },
    },
  },
} do failing[#failing + 1] = example end

rule "loose-plug-in-architectures" {
  summary   = "Modules and plug-ins that an app loads must have code for each architecture of the app",
  severity  = "warning",
  rationale = "On the other processor, loading the module fails with 'incompatible architecture': modules of Node.js and Python that were "
    .. "built on one machine, in an app for both. It is a warning because the app may do without the module. Modules whose path names a "
    .. "processor are not reported.",
  source    = {
    "https://developer.apple.com/documentation/apple-silicon/building-a-universal-macos-binary",
    "https://github.com/electron/universal",
  },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false, files = loose.patterns },
  check     = function(bundle, report)
    local around = processors(slices(bundle))
    if not around.arm64 or not around.x86_64 then return end
    for _, image in ipairs(loose.files(bundle)) do
      local own = processors(image.slices)
      for _, architecture in ipairs { "arm64", "x86_64" } do
        if not image.is_tool and not own[architecture] and not is_for_one(image.file.path) then
          report:file(image.file.path, "the module has no %s code, but the app does: it cannot be loaded there", architecture, {
            expected = "code for " .. architecture, fix = "build it for both architectures, and join them with lipo",
            discriminator = architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app(both, module, code("bundle", "arm64e", "x86_64")), app(code(nil, "arm64"), module, code("bundle", "arm64")),
      app(code(nil, "x86_64"), module, code("bundle", "arm64")),
      app(both, "Contents/Resources/prebuilds/darwin-arm64/a.node", code("bundle", "arm64")),
      app(both, "Contents/Resources/prebuilds/darwin_x64.node", code("bundle", "x86_64")),
      app(both, "Contents/Resources/bin/tool", code(nil, "arm64")), app("#!/bin/sh\n", module, code("bundle", "arm64")),
      elsewhere(app(both, module, code("bundle", "arm64")), { kind = "plugin", name = "App.bundle" }),
      { platform = "ios", files = { App = both, ["a.node"] = code("bundle", "arm64") } },
      { bundles = { ["Contents/Helpers/App.app"] = elsewhere(app(both, module, code("bundle", "arm64")), {}) } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Libraries/a.so"] = "x" } } } },
    },
    fail = failing,
  },
}
