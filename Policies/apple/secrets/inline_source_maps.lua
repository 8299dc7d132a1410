local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- For the examples.
local map = "\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0="

rule "no-inline-source-maps" {
  summary   = "Scripts and style sheets must not contain their source maps",
  severity  = "warning",
  rationale = "A source map contains the source with its names and comments, and makes the app larger. must-not-ship finds "
    .. "source maps in files of their own; this rule finds those inside scripts. Packages for Node may contain theirs.",
  source    = "ECMA-426: Source map format",
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, entry in ipairs(search.found(bundle, forms.maps)) do
      if not entry.file.path:find("node_modules/") then
        report:file(entry.file, "contains its source map", {
          expected = "no source map", fix = "build without source maps, or keep them in files outside the app", place = entry.match,
          discriminator = "source map",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = {
        ["a.js"] = "x\n//# sourceMappingURL=a.js.map", ["node_modules/a/a.js"] = map,
          ["b.js"] = "'//# sourceMappingURL=data:application/json'",
      } },
      { kind = "archive", files = { ["dSYMs/a.js"] = map } },
    },
    fail = {
      { platform = "ios", files = { ["a.js"] = "x" .. map }, at = "a.js" },
      { files = { ["Contents/Resources/a.css"] = "x\n/*# sourceMappingURL=data:application/json," .. ("x"):rep(20) },
        at = "Contents/Resources/a.css" },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.js"] = map } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.js", count = 1,
      },
      { kind = "framework", files = { ["Versions/A/Resources/a.js"] = map }, at = "Versions/A/Resources/a.js" },
      { kind = "extension", files = { ["Contents/Resources/a.js"] = map }, at = "Contents/Resources/a.js" },
      { kind = "plugin", files = { ["Contents/Resources/a.js"] = map }, at = "Contents/Resources/a.js" },
    },
  },
}
