local first_version = import "apple.code.first_version"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The system that a slice is built for: "iOS 9.0".
local function target(slice) return values.system(slice.platform) .. " " .. slice.minimum_os end

-- Whether the minimum systems are equal, or differ as the compiler makes them differ. The Mac and the watch got one processor after
-- another, each much later than the minimum system of code for the earlier ones.
local function agree(one, other)
  -- Old code, such as that for i386, states neither.
  if not one.platform or not other.platform then return true end
  if one.platform ~= other.platform then return false end
  if one.platform == "macos" or one.platform == "watchos" or one.minimum_os == other.minimum_os then return true end
  local first = first_version(one)
  return first ~= nil and one.minimum_os == first and version.compare(other.minimum_os, first) < 0
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
      if not agree(slice, first) and not agree(first, slice) then
        -- One finding is enough to show that the library was joined from different builds.
        return report:file(bundle.executable, "the %s code is for %s, but the %s code is for %s", slice.architecture, target(slice),
          first.architecture, target(first), {
            expected = "one platform and minimum system for all slices",
            fix = "build all slices with the same deployment target, and join them with lipo",
            discriminator = slice.architecture,
          })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios" },
      {
        info = { LSMinimumSystemVersion = "0" },
        files = { ["Versions/A/Kit"] = { mach_o = {
          { architectures = "x86_64", minimum_os = "10.13", file_type = "dylib" },
          { architectures = "arm64", minimum_os = "12.0", file_type = "dylib" },
        } } },
      },
      -- i386 without a platform, x86_64 for macOS 10.6.
      { files = { ["Versions/A/Kit"] = {
        base64 = "yv66vgAAAAIAAAAHAAAAAwAAADAAAAAcAAAAAAEAAAcAAAADAAAATAAAADgAAAAAzvrt/gcAAAADAAAABgAAAAAAAAAAAAAAAAAAAM/67f4HAAABAwAAAAYA"
          .. "AAABAAAAGAAAAAAAAAAAAAAAMgAAABgAAAABAAAAAAYKAAAGCgAAAAAA",
      } } },
      -- x86_64 for macOS 10.13, arm64 for macOS 11.0.
      { files = { ["Versions/A/Kit"] = {
        base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEA"
          .. "AAAADQoAAA0KAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAAAQAAAAAACwAAAAsAAAAAAA==",
      } } },
      { bundles = { ["Versions/A/PlugIns/Plug.bundle"] = { files = { ["Contents/MacOS/Plug"] = {
        base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEA"
          .. "AAAAAA0AAAANAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADQAAAA0AAAAAAA==",
      } } } } },
      -- x86_64 for Mac Catalyst 13.1, arm64 for Mac Catalyst 14.0.
      {
        platform = "catalyst",
        files = { ["Versions/A/Kit"] = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "YAAAAAAQ0AAAENAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADgAAAA4AAAAAAA==",
        } },
      },
      -- arm64 for the simulator of iOS 14.0, x86_64 for iOS 12.0.
      {
        platform = "ios",
        files = { Kit = {
          base64 = "yv66vgAAAAIBAAAMAAAAAAAAADAAAAA4AAAAAAEAAAcAAAADAAAAaAAAADgAAAAAz/rt/gwAAAEAAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "cAAAAAAA4AAAAOAAAAAADP+u3+BwAAAQMAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABwAAAAAADAAAAAwAAAAAAA==",
        } },
      },
      -- x86_64 for the simulator of tvOS 12.0, arm64 for tvOS 14.0.
      {
        platform = "tvos",
        files = { Kit = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "gAAAAAAAwAAAAMAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAACAAAAAAADgAAAA4AAAAAAA==",
        } },
      },
      -- x86_64 for the simulator of watchOS 6.0, arm64 for watchOS 7.0.
      {
        platform = "watchos",
        files = { Kit = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "kAAAAAAAYAAAAGAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAACQAAAAAABwAAAAcAAAAAAA==",
        } },
      },
      -- arm64_32 for watchOS 5.2, arm64 for watchOS 9.0.
      {
        platform = "watchos",
        files = { Kit = {
          base64 = "yv66vgAAAAICAAAMAAAAAQAAADAAAAA0AAAAAAEAAAwAAAAAAAAAZAAAADgAAAAAzvrt/gwAAAIBAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAABAAAAA"
            .. "ACBQAAAgUAAAAAAM/67f4MAAABAAAAAAYAAAABAAAAGAAAAAAAAAAAAAAAMgAAABgAAAAEAAAAAAAJAAAACQAAAAAA",
        } },
      },
    },
    fail = {
      -- x86_64 for Mac Catalyst 13.1, arm64 for Mac Catalyst 14.1.
      {
        platform = "catalyst",
        files = { ["Versions/A/Kit"] = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "YAAAAAAQ0AAAENAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAABDgAAAQ4AAAAAAA==",
        } },
        at = "Versions/A/Kit",
      },
      -- x86_64 for Mac Catalyst 14.0, arm64 for Mac Catalyst 13.1.
      {
        platform = "catalyst",
        files = { ["Versions/A/Kit"] = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "YAAAAAAA4AAAAOAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAABDQAAAQ0AAAAAAA==",
        } },
        at = "Versions/A/Kit",
      },
      -- x86_64 for the simulator of iOS 15.0, arm64 for iOS 14.0.
      {
        platform = "ios",
        files = { Kit = {
          base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAAEAAAwAAAAAAAAAaAAAADgAAAAAz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAA"
            .. "cAAAAAAA8AAAAPAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABwAAAAAADgAAAA4AAAAAAA==",
        } },
        at = "Kit",
      },
      -- armv7 for iOS 8.0, arm64 for iOS 9.0.
      {
        platform = "ios",
        files = { Kit = {
          base64 = "yv66vgAAAAIAAAAMAAAACQAAADAAAAA0AAAAAAEAAAwAAAAAAAAAZAAAADgAAAAAzvrt/gwAAAAJAAAABgAAAAEAAAAYAAAAAAAAADIAAAAYAAAAAgAAAA"
            .. "AACAAAAAgAAAAAAM/67f4MAAABAAAAAAYAAAABAAAAGAAAAAAAAAAAAAAAMgAAABgAAAACAAAAAAAJAAAACQAAAAAA",
        } },
        at = "Kit",
      },
      -- x86_64 for macOS, arm64 for Mac Catalyst.
      { files = { ["Versions/A/Kit"] = {
        base64 = "yv66vgAAAAIBAAAHAAAAAwAAADAAAAA4AAAAAgEAAAwAAAAAAAAAaAAAADgAAAACz/rt/gcAAAEDAAAABgAAAAEAAAAYAAAAAAAAAAAAAAAyAAAAGAAAAAEA"
          .. "AAAAAA0AAAAAAAAAAADP+u3+DAAAAQAAAAAGAAAAAQAAABgAAAAAAAAAAAAAADIAAAAYAAAABgAAAAAADQAAAAAAAAAAAA==",
      } }, at = "Versions/A/Kit" },
    },
  },
}
