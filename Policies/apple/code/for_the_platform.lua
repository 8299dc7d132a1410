local slices = import "apple.code.slices"

-- Code for the Mac may be for Mac Catalyst as well, and the other way round.
local family = { macos = "mac", catalyst = "mac", driverkit = "mac" }

rule "code-for-the-platform" {
  summary   = "The executable is code for the bundle's platform",
  severity  = "error",
  rationale = "The loader refuses code for another system.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION",
  tags      = { "S8" },
  check = function(bundle, report)
    for _, slice in ipairs(bundle.platform and slices(bundle) or {}) do
      local fits = #slice.builds == 0
      for _, build in ipairs(slice.builds) do
        -- What is for a simulator another rule tells.
        local platform = build.platform:gsub("%-simulator", "")
        if (family[platform] or platform) == (family[bundle.platform] or bundle.platform) then fits = true end
      end
      if not fits then
        report:file(bundle.executable, "the code for %s is for %s, the bundle for %s", slice.architecture, slice.platform, bundle.platform, {
          expected = "code for " .. bundle.platform, fix = "copy the executable of the right build", discriminator = slice.architecture,
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "macos" } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "catalyst" } } } }, { files = { ["Contents/MacOS/App"] = { mach_o = {} } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios-simulator" } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "ios" } } } },
      { platform = "ios", files = { App = { mach_o = { platform = "macos" } } } },
    },
  },
}
