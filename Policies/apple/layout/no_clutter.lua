rule "no-clutter" {
  summary   = "Nothing of the Finder, of version control or of other systems is shipped",
  severity  = "warning",
  rationale = "Such files tell about the build machine, change from build to build, and AppleDouble files (._name) break signatures.",
  source    = "Technical Note TN2206",
  tags      = { "S8" },
  applies   = { kind = { "application", "framework", "extension", "plugin" } },
  files = {
    forbid = {
      "**/.DS_Store", "**/._*", "**/__MACOSX", "**/Thumbs.db", "**/desktop.ini", "**/.git", "**/.gitignore", "**/.gitattributes",
      "**/.svn", "**/.hg", "**/CVS", "**/*.orig", "**/*.rej", "**/*.swp",
    },
  },
  examples = {
    pass = { {}, { files = { ["Contents/Resources/git.txt"] = "x" } } },
    fail = {
      { files = { ["Contents/Resources/.DS_Store"] = "x" } }, { files = { ["Contents/Resources/._a.png"] = "x" } },
      { files = { ["Contents/Resources/x/.git/HEAD"] = "x" } },
    },
  },
}
