-- Node and Python packages contain these; they do no harm there.
local function is_of_package(path)
  return ("/" .. path):find("/node_modules/", 1, true) or ("/" .. path):find("/site-packages/", 1, true)
end

local function lying(name) return { files = { ["Contents/Resources/" .. name] = "x" } } end

rule "no-clutter" {
  summary   = "The bundle must not contain files left by the Finder, version control or other systems",
  severity  = "warning",
  -- A layer of a container image records a deleted file as .wh.NAME (OCI Image Format Specification: Whiteouts).
  rationale = "Such files reveal details of the build machine, change from build to build, and AppleDouble files (._name) break "
    .. "signatures.",
  source    = "Technical Note TN2206",
  tags      = { "S8" },
  files = {
    forbid = {
      "**/.DS_Store", "**/._*", "**/__MACOSX", "**/Thumbs.db", "**/desktop.ini", "**/.git", "**/.svn", "**/.hg", "**/CVS",
      "**/*.orig", "**/*.rej", "**/*.swp", "**/*~", "**/.idea", "**/.vscode", "**/.wh.*",
    },
  },
  check = function(bundle, report)
    -- The walk includes nested bundles.
    local around = bundle.parent
    if around and around.kind ~= "archive" and around.kind ~= "xcframework" then return end
    for _, pattern in ipairs { "**/.gitignore", "**/.gitattributes" } do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "'%s' belongs to version control", path, {
          expected = "no version control files", fix = "exclude it when copying", severity = is_of_package(path) and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = { {}, lying "git.txt" },
    fail = {
      { kind = "archive", bundles = { ["Products/Applications/App.app"] = lying ".gitignore" } },
      {
        kind = "xcframework",
        bundles = { ["macos-arm64/Kit.framework"] = { platform = "macos", files = { ["Versions/A/Resources/.gitignore"] = "x" } } },
      },
      lying ".DS_Store", lying "._a.png", lying "__MACOSX/a.png", lying "Thumbs.db", lying "desktop.ini", lying "x/.git/HEAD",
      lying ".gitignore", lying ".gitattributes", lying ".svn/entries", lying ".hg/store", lying "CVS/Root", lying "a.orig", lying "a.rej",
      lying "a.txt~", lying ".idea/a.xml", lying ".vscode/settings.json", lying ".wh.a.png",
      lying ".a.swp", lying "node_modules/a/.gitattributes", lying "site-packages/a/.gitignore",
    },
  },
}
