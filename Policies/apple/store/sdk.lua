local slices = import "apple.code.slices"
local values = import "apple.values"

-- The oldest SDK that the store accepts from each day on, as Apple announced it. The last entry applies until Apple announces another.
local requirements = {
  { from = "2024-04-29", xcode = "15", ios = "17.0", tvos = "17.0", watchos = "10.0" },
  { from = "2025-04-24", xcode = "16", ios = "18.0", tvos = "18.0", watchos = "11.0", visionos = "2.0" },
  { from = "2026-04-28", xcode = "26", ios = "26.0", tvos = "26.0", watchos = "26.0", visionos = "26.0" },
}

-- The SDKs that the app was built with, as { sdk, key, architecture }: the one that Info.plist states under the key, and the oldest that
-- the
-- linker wrote into the executable, and for which architecture.
local function sdks_of(bundle)
  local result = {}
  local name, number = values.text(bundle.info.DTSDKName), values.text(bundle.info.DTPlatformVersion)
  name = name and name:match("^%l+(%d+[%d.]*)$")
  if name and version.parse(name) then
    result[1] = { sdk = name, key = "DTSDKName" }
  elseif number and version.parse(number) then
    result[1] = { sdk = number, key = "DTPlatformVersion" }
  end
  local oldest, architecture
  for _, slice in ipairs(slices(bundle)) do
    for _, build in ipairs(slice.builds) do
      if build.platform == bundle.platform and build.sdk and (not oldest or version.compare(build.sdk, oldest) < 0) then
        oldest, architecture = build.sdk, slice.architecture
      end
    end
  end
  if oldest then result[#result + 1] = { sdk = oldest, architecture = architecture } end
  return result
end

-- For the examples: an app that states its SDK only in Info.plist.
local no_code = "#!/bin/sh"
local function only_stated(day, platform, sdk)
  return { as_of = day, platform = platform, info = { DTSDKName = sdk }, files = { App = no_code } }
end

rule "sdk-version" {
  summary   = "The app must be built with an SDK that the store accepts",
  severity  = "error",
  rationale = "Each spring the store raises the oldest SDK from which it accepts uploads. Info.plist and the executable must "
    .. "both state such an SDK; an app that states none is not checked.",
  source    = { "ITMS-90725", "Apple Developer: Upcoming Requirements, SDK minimum requirements" },
  tags      = { "ITMS-90725", "ITMS-90994" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local required
    for _, entry in ipairs(requirements) do
      if entry[bundle.platform] and entry.from <= as_of.text then required = entry end
    end
    if not required then return end
    local oldest, system = required[bundle.platform], values.system(bundle.platform)
    local details = {
      expected = ("the SDK for %s %s or later"):format(system, oldest), fix = ("build with Xcode %s or later"):format(required.xcode),
    }
    for _, stated in ipairs(sdks_of(bundle)) do
      if version.compare(stated.sdk, oldest) < 0 then
        local message = ("%s was built with the SDK for %s %s, and since %s the store requires %s"):format(stated.architecture
          and ("the %s code"):format(stated.architecture) or "the app", system, stated.sdk, required.from, oldest)
        -- One finding says it all.
        if stated.key then return report:at(bundle.info, stated.key, "%s", message, details) end
        return report:file(bundle.executable, "%s", message, details)
      end
    end
  end,
  examples  = {
    pass = {
      { as_of = "2024-04-28" }, { as_of = "2024-04-28", info = { DTSDKName = "iphoneos16.4" } },
      only_stated("2026-04-27", "ios", "iphoneos18.5"),
      only_stated("2026-04-28", "ios", "iphoneos26.0"), only_stated("2025-04-24", "ios", "iphoneos18.0"),
      only_stated("2024-04-29", "ios", "iphoneos17.0"),
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos", DTPlatformVersion = "new" }, files = { App = "#!/bin/sh" } },
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos26.1", DTPlatformVersion = "18.5" }, files = { App = "#!/bin/sh" } },
      { as_of = "2026-04-28", info = { DTPlatformVersion = "26.0" }, files = { App = "#!/bin/sh" } },
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos26.1", DTPlatformVersion = "0" }, files = { App = "#!/bin/sh" } },
      only_stated("2026-04-28", "ios", "Xiphoneos9.3"), only_stated("2026-04-28", "ios", "iphoneos9.3-beta"),
      { as_of = "2026-04-28", files = { App = { mach_o = { platform = "ios", sdk = "26.0" } } } },
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos26.0" }, files = { App = { mach_o = { platform = "ios", sdk = "26.1" } } } },
      { as_of = "2026-04-28", files = { App = { mach_o = { platform = "ios-simulator", sdk = "18.0" } } } },
      only_stated("2024-04-29", "visionos", "xros1.0"), only_stated("2025-04-24", "visionos", "xros2.0"),
      only_stated("2026-04-28", "visionos", "xros26.0"),
      only_stated("2024-04-29", "tvos", "appletvos17.0"), only_stated("2024-04-29", "watchos", "watchos10.0"),
      only_stated("2025-04-24", "tvos", "appletvos18.0"), only_stated("2025-04-24", "watchos", "watchos11.0"),
      only_stated("2026-04-28", "tvos", "appletvos26.0"), only_stated("2026-04-28", "watchos", "watchos26.0"),
    },
    fail = {
      {
        as_of = "2026-04-28", info = { DTSDKName = "iphoneos26.0" }, files = { App = { mach_o = { platform = "ios", sdk = "18.5" } } },
        message = "the arm64 code was built with the SDK for iOS 18.5", at = "App",
      },
      -- One finding for both.
      {
        as_of = "2026-04-28", info = { DTSDKName = "iphoneos18.5" }, files = { App = { mach_o = { platform = "ios", sdk = "18.5" } } },
        at = "/DTSDKName", count = 1,
      },
      {
        as_of = "2026-04-28",
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64", sdk = "26.0" }, { platform = "ios", architectures = "arm64e", sdk = "18.5" },
        } } },
        at = "App",
      },
      { as_of = "2024-04-29", info = { DTSDKName = "iphoneos16.4" }, at = "/DTSDKName" },
      { as_of = "2025-04-24", info = { DTSDKName = "iphoneos17.5" }, at = "/DTSDKName" },
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos18.5" }, at = "/DTSDKName" },
      { as_of = "2026-11-23", info = { DTSDKName = "iphoneos9.3" }, at = "/DTSDKName" },
      {
        as_of = "2026-11-23", info = { DTSDKName = "iphoneos9.3" }, without = "CFBundleExecutable", files = { App = false },
        at = "/DTSDKName",
      },
      { as_of = "2026-04-28", info = { DTPlatformVersion = "18.5" }, at = "/DTPlatformVersion" },
      { as_of = "2026-04-28", info = { DTSDKName = "iphoneos", DTPlatformVersion = "18.5" }, at = "/DTPlatformVersion" },
      { as_of = "2026-04-28", files = { App = { mach_o = { platform = "ios", sdk = "18.5" } } }, at = "App" },
      { as_of = "2026-04-28", info = { DTSDKName = "$(SDK_NAME)", DTPlatformVersion = "new" }, at = "App" },
      { as_of = "2026-04-28", at = "App" },
      { as_of = "2024-04-29", platform = "tvos", info = { DTSDKName = "appletvos16.4" }, at = "/DTSDKName" },
      { as_of = "2024-04-29", platform = "watchos", info = { DTSDKName = "watchos9.4" }, at = "/DTSDKName" },
      { as_of = "2025-04-24", platform = "tvos", info = { DTSDKName = "appletvos17.5" }, at = "/DTSDKName" },
      { as_of = "2025-04-24", platform = "watchos", info = { DTSDKName = "watchos10.5" }, at = "/DTSDKName" },
      { as_of = "2026-04-28", platform = "tvos", info = { DTSDKName = "appletvos18.5" }, at = "/DTSDKName" },
      { as_of = "2026-04-28", platform = "watchos", info = { DTSDKName = "watchos11.5" }, at = "/DTSDKName" },
      { as_of = "2025-04-24", platform = "visionos", info = { DTSDKName = "xros1.2" }, at = "/DTSDKName" },
      { as_of = "2026-04-28", platform = "visionos", info = { DTSDKName = "xros2.5" }, at = "/DTSDKName" },
    },
  },
}
