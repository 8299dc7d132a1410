local slices = import "apple.code.slices"

rule "slices-agree" {
  summary   = "All slices of a framework's library are for one platform and one oldest system",
  severity  = "warning",
  rationale = "Where the slices differ, what works on one processor ends on the other.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION",
  tags      = { "S8" },
  applies   = { kind = "framework" },
  check = function(bundle, report)
    local all = slices(bundle)
    local first = all[1]
    for _, slice in ipairs(all) do
      -- Apple's processors came to the Mac with macOS 11.
      local is_first_mac = slice.platform == "macos" and (slice.architecture == "arm64" or first.architecture == "arm64")
      if slice.platform ~= first.platform or (slice.minimum_os ~= first.minimum_os and not is_first_mac) then
        report:file(bundle.executable, "the code for %s is for %s %s, that for %s for %s %s", slice.architecture,
          slice.platform or "no platform", slice.minimum_os or "", first.architecture, first.platform or "no platform",
          first.minimum_os or "", { expected = "one platform and system for all", discriminator = slice.architecture })
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Versions/A/Kit"] = { mach_o = { architectures = { "x86_64", "arm64" }, platform = "macos", minimum_os = "11.0" } } } },
    },
    -- Two platforms in one file are beyond what a description says: x86_64 for macOS, arm64 for Mac Catalyst.
    fail = {
      { files = { ["Versions/A/Kit"] = { base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAgEAAAwAAAAAAAAAaAAAADgAAAACz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEAAAAAAA0AAAAAAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADQAAAAAAAAAAAA==" } } },
    },
  },
}
