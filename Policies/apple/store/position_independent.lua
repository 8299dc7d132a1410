local device_code = import "apple.code.device_code"
local named_architectures = import "apple.code.named_architectures"

rule "position-independent" {
  summary   = "The executables of an app must be position-independent",
  severity  = "error",
  rationale = "The system loads programs at random addresses. The store rejects a program that was linked for a fixed one.",
  source    = { "ITMS-90080", "Technical Q&A QA1788: Building a Position Independent Executable" },
  tags      = { "security", "ITMS-90080" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local names = named_architectures(device_code(bundle), function(slice)
      return slice.file_type == "execute" and not slice.is_pie
    end)
    if names then
      report:file(bundle.executable, "the %s code is not position-independent", names, {
        expected = "the flag PIE in the Mach-O header", fix = "remove -no_pie from the linker flags, and set LD_NO_PIE to NO",
        discriminator = names,
      })
    end
  end,
  examples  = {
    pass = {
      { files = { App = { mach_o = { platform = "ios" } } } }, { files = { App = "no code" } },
      -- Another rule reports libraries and code for simulators.
      { files = { App = { mach_o = { platform = "ios", file_type = "dylib", is_pie = false } } } },
      { files = { App = { mach_o = { platform = "ios-simulator", is_pie = false } } } },
      { files = { App = { mach_o = { platform = "ios", architectures = "x86_64", is_pie = false } } } },
    },
    fail = {
      { files = { App = { mach_o = { platform = "ios", is_pie = false } } }, message = "the arm64 code", at = "App" },
      {
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64" }, { platform = "ios", architectures = "arm64e", is_pie = false },
        } } },
        message = "the arm64e code", at = "App",
      },
      {
        kind = "application",
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = { mach_o = { platform = "ios", is_pie = false } } } } },
        at = "PlugIns/Share.appex/Share",
      },
    },
  },
}
