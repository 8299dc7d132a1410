-- Code for every processor that we support, and none for simulators.

policy "cookbook.architectures" { summary = "Code runs on all supported devices" }

local wanted = parameter "mac_architectures" { default = { "arm64", "x86_64" }, summary = "processors of Macs that we support" }

local kinds = { "application", "extension", "framework", "plugin" }

rule "mac-architectures" {
  summary   = "Mac code must support all processors",
  rationale = "If one framework was built for only one processor, the app does not start on others.",
  applies   = { kind = kinds, platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    local file = bundle.executable_file
    local code = file and file.mach_o
    if not code then return end  -- reported by executable.lua
    local found = {}
    for _, slice in ipairs(code.slices) do found[slice.architecture] = true end
    for _, architecture in ipairs(wanted) do
      if not found[architecture] then
        report:file(bundle.executable, "the executable has no code for %s", architecture, {
          expected = table.concat(wanted, ", "), fix = "build it with ONLY_ACTIVE_ARCH=NO", discriminator = architecture,
        })
      end
    end
  end,
  examples  = {
    pass = { {} },
    fail = { { files = { ["Contents/MacOS/App"] = { mach_o = { architectures = { "arm64" } } } }, at = "Contents/MacOS/App" } },
  },
}

rule "no-simulator" {
  summary   = "Apps must not contain code for a simulator",
  rationale = "A framework for development contains both; the store rejects the upload at its very end.",
  applies   = { kind = kinds, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    local file = bundle.executable_file
    local code = file and file.mach_o
    for _, slice in ipairs(code and code.slices or {}) do
      if (slice.platform or ""):find("%-simulator$") or slice.architecture == "x86_64" or slice.architecture == "i386" then
        report:file(bundle.executable, "the %s code is for a simulator", slice.architecture, {
          expected = "code for devices only", discriminator = slice.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = { {} },
    fail = {
      { files = { App = { mach_o = { architectures = { "arm64" }, platform = "ios-simulator" } } }, at = "App" },
      { files = { App = { mach_o = { architectures = { "arm64", "x86_64" }, platform = "ios" } } }, at = "App" },
    },
  },
}
