rule "name-twins" {
  summary   = "No two file names in a folder may differ only in letter case or Unicode normalization",
  severity  = "warning",
  rationale = "Most Macs use a file system that treats such names as equal: one file replaces the other when the bundle "
    .. "is copied there, and the code signature becomes invalid.",
  source    = "Bundle Programming Guide: file names in bundles; Apple File System Reference",
  tags      = { "S8", "S1" },
  applies   = { nested = false },
  check = function(bundle, report)
    for _, twin in ipairs(bundles.twins(bundle)) do
      report:file(twin.path, "the names '%s' and '%s' collide on most Macs", twin.path, twin.other, {
        expected = "names that differ in more than case or normalization", fix = "rename one of them",
      })
    end
  end,
  examples = {
    pass = { {}, { files = { ["Contents/Resources/a"] = "x", ["Contents/Resources/b/A"] = "x" } } },
    fail = {
      { files = { ["Contents/Resources/a.png"] = "x", ["Contents/Resources/A.png"] = "x" }, at = "Contents/Resources/a.png" },
      { files = { ["Contents/Resources/é"] = "x", ["Contents/Resources/e\u{301}"] = "x" }, at = "Contents/Resources/é" },
    },
  },
}
