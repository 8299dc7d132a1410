-- Files of the development environment inside the app.

policy "cookbook.no-leftovers" { summary = "Only the product ships" }

rule "no-leftovers" {
  summary   = "The bundle must not contain files of version control, editors and file browsers",
  rationale = "A folder that is copied as a whole includes such files; .git contains everything that was ever in the project.",
  applies   = { nested = false },
  files     = {
    forbid = {
      "**/.git", "**/.git/**", "**/.svn/**", "**/.gitignore", "**/.DS_Store", "**/Thumbs.db", "**/*.orig", "**/*~",
      "**/*.swp", "**/*.xcconfig", "**/*.xcuserstate", "**/.env",
    },
  },
  examples  = {
    pass = { { files = { ["Contents/Resources/names.txt"] = "" } } },
    fail = {
      { files = { ["Contents/Resources/.DS_Store"] = "" }, at = "Contents/Resources/.DS_Store" },
      {
        files = { ["Contents/Resources/web/.git/config"] = "" },
        at = { "Contents/Resources/web/.git", "Contents/Resources/web/.git/config" },
      },
      { files = { ["Release.xcconfig"] = "" }, at = "Release.xcconfig" },
    },
  },
}

rule "no-build-inputs" {
  summary   = "An app for devices must not contain sources, scripts or module interfaces",
  rationale = "Devices do not compile or run them, but they reveal how the app is made.",
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  files     = {
    forbid = {
      "**/*.sh", "**/Makefile", "**/Podfile", "**/Package.swift", "**/*.swift", "**/*.m", "**/*.h", "**/*.modulemap",
      "**/*.swiftmodule/**", "**/*.swiftinterface", "**/*.a", "**/*.xcodeproj/**",
    },
  },
  examples  = {
    pass = { { files = { ["main.js"] = "" } } },
    fail = {
      { files = { ["build.sh"] = "" }, at = "build.sh" },
      { files = { ["Frameworks/Kit.framework/Headers/Kit.h"] = "" },
        bundles = { ["Frameworks/Kit.framework"] = { kind = "framework" } }, at = "Frameworks/Kit.framework/Headers/Kit.h" },
    },
  },
}
