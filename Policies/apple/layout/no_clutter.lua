local function lying(name) return { files = { ["Contents/Resources/" .. name] = "x" } } end

rule "no-clutter" {
  summary   = "Nothing of the Finder, of version control or of other systems is shipped",
  severity  = "warning",
  rationale = "Such files tell about the build machine, change from build to build, and AppleDouble files (._name) break signatures.",
  source    = "Technical Note TN2206",
  tags      = { "S8" },
  files = {
    forbid = {
      "**/.DS_Store", "**/._*", "**/__MACOSX", "**/Thumbs.db", "**/desktop.ini", "**/.git", "**/.gitignore", "**/.gitattributes",
      "**/.svn", "**/.hg", "**/CVS", "**/*.orig", "**/*.rej", "**/*.swp",
    },
  },
  examples = {
    pass = { {}, lying "git.txt" },
    fail = {
      lying ".DS_Store", lying "._a.png", lying "__MACOSX/a.png", lying "Thumbs.db", lying "desktop.ini", lying "x/.git/HEAD",
      lying ".gitignore", lying ".gitattributes", lying ".svn/entries", lying ".hg/store", lying "CVS/Root", lying "a.orig", lying "a.rej",
      lying ".a.swp",
    },
  },
}
