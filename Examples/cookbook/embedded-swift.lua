-- The Swift library of the system is not shipped a second time.

policy "cookbook.embedded-swift" { summary = "The app does not contain the Swift library of the system" }

-- The first systems that contain it.
local first = { ios = "12.2", tvos = "12.2", watchos = "5.2", visionos = "1.0", macos = "10.14.4", catalyst = "10.15" }

rule "embedded-swift" {
  summary   = "An app must not contain Swift libraries that its systems contain",
  rationale = "The system's libraries are used anyway; the copies make the download about 10 MB larger.",
  severity  = "warning",
  applies   = { kind = "application", nested = false, files = "**/libswiftCore.dylib" },
  check     = function(bundle, report)
    local minimum = bundle.info.MinimumOSVersion or bundle.info.LSMinimumSystemVersion
    if minimum == nil or version.compare(minimum, first[bundle.platform]) < 0 then return end
    for _, file in ipairs(bundles.files(bundle, "**/libswiftCore.dylib", "file")) do
      report:file(file, "the app requires system version %s, which contains this library", minimum, {
        fix = "set ALWAYS_EMBED_SWIFT_STANDARD_LIBRARIES=NO",
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { MinimumOSVersion = "12.1" }, files = { ["Frameworks/libswiftCore.dylib"] = "" } },
      { without = "LSMinimumSystemVersion", files = { ["Contents/Frameworks/libswiftCore.dylib"] = "" } },
    },
    fail = {
      {
        platform = "ios", info = { MinimumOSVersion = "12.2" }, files = { ["Frameworks/libswiftCore.dylib"] = "" },
        at = "Frameworks/libswiftCore.dylib",
      },
      {
        info = { LSMinimumSystemVersion = "13.0" }, files = { ["Contents/Frameworks/libswiftCore.dylib"] = "" },
        at = "Contents/Frameworks/libswiftCore.dylib",
      },
    },
  },
}
