local retired_processors = import "apple.code.retired_processors"
local slices = import "apple.code.slices"

rule "has-64-bit-code" {
  summary   = "An app must contain 64-bit code",
  severity  = "error",
  rationale = "Since 2015, the store rejects apps for iOS that have only 32-bit code.",
  source    = "ITMS-90086",
  tags      = { "S8", "ITMS-90086" },
  applies   = { kind = { "application", "extension" }, platform = "ios" },
  check = function(bundle, report)
    -- code-runs-on-devices reports code that no device runs.
    local all = retired_processors(bundle) and {} or slices(bundle)
    local names = {}
    for _, slice in ipairs(all) do
      if slice.is_64_bit then return end
      names[#names + 1] = slice.architecture
    end
    if #names > 0 then
      report:file(bundle.executable, "the executable contains only %s code", table.concat(names, " and "), {
        expected = "code for arm64", fix = "build for the standard architectures",
      })
    end
  end,
  examples = {
    pass = {
      {}, { files = { App = { mach_o = { platform = "ios", architectures = { "armv7", "arm64" } } } } },
      -- Reported by code-runs-on-devices.
      { info = { MinimumOSVersion = "11.0" }, files = { App = { mach_o = { platform = "ios", architectures = "armv7" } } } },
    },
    fail = {
      { info = { MinimumOSVersion = "9.0" }, files = { App = { mach_o = { platform = "ios", architectures = "armv7" } } }, at = "App" },
      {
        kind = "extension", info = { MinimumOSVersion = "9.0" },
        files = { Share = { mach_o = { platform = "ios", architectures = { "armv7", "i386" } } } },
        at = "Share",
      },
    },
  },
}
