local slices = import "apple.code.slices"
local values = import "apple.values"

-- What the code of a slice is built for: "iOS 9.0".
local function target(slice)
  return slice.platform and values.system(slice.platform) .. " " .. slice.minimum_os or "no platform"
end

rule "slices-agree" {
  summary   = "All slices of a framework's library must be for one platform and one minimum system",
  severity  = "warning",
  rationale = "If the slices differ, code that works on one processor crashes on the other.",
  source    = "mach-o/loader.h: LC_BUILD_VERSION",
  tags      = { "S8" },
  applies   = { kind = "framework" },
  check = function(bundle, report)
    local all = slices(bundle)
    local first = all[1]
    for _, slice in ipairs(all) do
      -- Apple silicon came to the Mac with macOS 11, much later than the minimum system of code for other processors.
      if slice.platform ~= first.platform or slice.minimum_os ~= first.minimum_os and slice.platform ~= "macos" then
        report:file(bundle.executable, "the %s code is for %s, but the %s code is for %s", slice.architecture, target(slice),
          first.architecture, target(first), {
            expected = "one platform and minimum system for all slices", fix = "build all slices with the same deployment target, and join them with lipo",
            discriminator = slice.architecture,
          })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios" },
      -- Fixtures cannot describe different slices, hence the bytes: x86_64 for macOS 10.13, arm64 for macOS 11.0.
      { files = { ["Versions/A/Kit"] = { base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEAAAAADQoAAA0KAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAAAQAAAAAACwAAAAsAAAAAAA==" } } },
      { bundles = { ["Versions/A/PlugIns/Plug.bundle"] = { files = { ["Contents/MacOS/Plug"] = { base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEAAAAAAA0AAAANAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADQAAAA0AAAAAAA==" } } } } },
    },
    fail = {
      -- armv7 for iOS 8.0, arm64 for iOS 9.0.
      { platform = "ios", files = { Kit = { base64 = "yv66vgAAAAIAAAAMAAAACQAAADAAAAA0AAAAAAEAAAwAAAAAAAAAZAAAADgAAAAAzvrt/gwAAAAJAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAAAgAAAAAACAAAAAgAAAAAAM/67f4MAAABAAAAAAYAAAABAAAAGAAAAAAAAAAAAAAAMgAAABgAAAACAAAAAAAJAAAACQAAAAAA" } } },
      -- x86_64 for macOS, arm64 for Mac Catalyst.
      { files = { ["Versions/A/Kit"] = { base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAgEAAAwAAAAAAAAAaAAAADgAAAACz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEAAAAAAA0AAAAAAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADQAAAAAAAAAAAA==" } } },
    },
  },
}
