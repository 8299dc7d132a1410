rule "name-twins" {
  summary   = "No two files of a folder have names that differ in case or composition of characters alone",
  severity  = "warning",
  rationale = "Most Macs keep files on a file system that takes such names for one: one file replaces the other when the bundle "
    .. "is copied there, and its signature no longer holds.",
  source    = "Bundle Programming Guide: file names in bundles; Apple File System Reference",
  tags      = { "S8", "S1" },
  applies   = { nested = false },
  check = function(bundle, report)
    for _, twin in ipairs(bundles.twins(bundle)) do
      report:file(twin.path, "'%s' has the same name as '%s' where case does not count", twin.path, twin.other, {
        expected = "names that differ in more", fix = "rename one of them",
      })
    end
  end,
  examples = {
    pass = { {}, { files = { ["Contents/Resources/a"] = "x", ["Contents/Resources/b/A"] = "x" } } },
    fail = {
      { files = { ["Contents/Resources/a.png"] = "x", ["Contents/Resources/A.png"] = "x" } },
      { files = { ["Contents/Resources/é"] = "x", ["Contents/Resources/e\u{301}"] = "x" } },
    },
  },
}
