-- Such packages contain these; they do no harm there.
local is_of_package = import "apple.layout.of_package"

local function lying(name, at) return { files = { ["Contents/Resources/" .. name] = "x" }, at = at } end
-- An example whose finding is about the file, or a folder around it.
local function clutter(name, folder) return lying(name, "Contents/Resources/" .. (folder or name)) end

rule "no-clutter" {
  summary   = "The bundle must not contain files left by the Finder, version control or other systems",
  severity  = "warning",
  -- A layer of a container image records a deleted file as .wh.NAME (OCI Image Format Specification: Whiteouts).
  rationale = "Such files reveal details of the build machine, change from build to build, and AppleDouble files (._name) break "
    .. "signatures.",
  source    = "Technical Note TN2206",
  tags      = { "S8", "codesign-detritus" },
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
      {
        kind = "archive", bundles = { ["Products/Applications/App.app"] = lying ".gitignore" },
        at = "Products/Applications/App.app/Contents/Resources/.gitignore",
      },
      {
        kind = "xcframework",
        bundles = { ["macos-arm64/Kit.framework"] = { platform = "macos", files = { ["Versions/A/Resources/.gitignore"] = "x" } } },
        at = "macos-arm64/Kit.framework/Versions/A/Resources/.gitignore",
      },
      clutter ".DS_Store", clutter "._a.png", clutter("__MACOSX/a.png", "__MACOSX"), clutter "Thumbs.db", clutter "desktop.ini",
      clutter("x/.git/HEAD", "x/.git"), clutter ".gitignore", clutter ".gitattributes", clutter(".svn/entries", ".svn"),
      clutter(".hg/store", ".hg"), clutter("CVS/Root", "CVS"), clutter "a.orig", clutter "a.rej", clutter "a.txt~",
      clutter(".idea/a.xml", ".idea"), clutter(".vscode/settings.json", ".vscode"), clutter ".wh.a.png", clutter ".a.swp",
      clutter "node_modules/a/.gitattributes", clutter "site-packages/a/.gitignore",
    },
  },
}
