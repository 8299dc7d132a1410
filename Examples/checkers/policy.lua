-- What the checkers that come along judge: pictures and executables, which Lua does not look into.
--
--   Scripts/package/checkers
--   bundlepolicy check --plugins .build/checkers --policy Examples/checkers/policy.lua App.app
policy "com.example.checkers" {
  summary = "Icons and executables are fit to ship",
  version = "1.0.0",
}

rule "icons" {
  summary = "Icons decode, and their variants show one picture",
  checker = "bundlepolicy.icons",
  rationale = "A wrong picture in one size is seen by those whose screens have that size, and by nobody else.",
  with = { tolerance = 0.1 },
  examples = {
    pass = {
      {
        platform = "ios",
        info = { CFBundleIconFiles = { "Icon" } },
        files = {
          ["Icon.png"] = { png = { width = 60, height = 60 } },
          ["Icon@2x.png"] = { png = { width = 120, height = 120 } },
        },
      },
    },
    fail = {
      {
        platform = "ios",
        info = { CFBundleIconFiles = { "Icon" } },
        files = {
          ["Icon.png"] = { png = { width = 60, height = 60 } },
          ["Icon@2x.png"] = { png = { width = 100, height = 100 } },
        },
      },
    },
  },
}

rule "binaries" {
  summary = "Executables must match Info.plist and must not depend on the build machine",
  checker = "bundlepolicy.binaries",
  rationale = "What only the build machine has is missed on every other; a Mac without Homebrew told us.",
  with = { allowed_architectures = { "arm64", "x86_64" } },
  examples = {
    pass = { { info = { LSMinimumSystemVersion = "12.0" } } },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { rpaths = { "/Users/ci/build/lib" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { "/opt/homebrew/lib/libpng16.dylib" } } } } },
      { info = { LSMinimumSystemVersion = "10.15" }, files = { ["Contents/MacOS/App"] = { mach_o = { minimum_os = "12.0" } } } },
    },
  },
}
