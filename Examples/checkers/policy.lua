-- Rules for the included checkers: they inspect images and executables, which Lua cannot read.
--
--   Scripts/package/checkers
--   bundlepolicy check --plugins .build/checkers --policy Examples/checkers/policy.lua App.app
policy "com.example.checkers" {
  summary = "Icons and executables are fit to ship",
  version = "1.0.0",
}

rule "icons" {
  summary = "Icons must decode, and their variants must show the same image",
  checker = "bundlepolicy.icons",
  rationale = "Only users whose screens need one size see a wrong image in that size.",
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
  summary = "Executables must agree with Info.plist and must not depend on the build machine",
  checker = "bundlepolicy.binaries",
  rationale = "Whatever exists only on the build machine is missing on all others, such as a Mac without Homebrew.",
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
