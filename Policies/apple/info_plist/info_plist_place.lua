local unread = { "Info.plist", "Versions/*/Info.plist" }

rule "info-plist-place" {
  summary   = "A framework must have only one Info.plist, in the resources of its version",
  severity  = "warning",
  rationale = "Changes to any other Info.plist have no effect, and a code signature cannot seal a file at the top level of a framework.",
  source    = { "Bundle Programming Guide", "CFBundle_Resources.c" },
  tags      = { "S1", "S8" },
  -- In other bundles, contents-only reports files at the top level.
  applies   = { kind = "framework" },
  check     = function(bundle, report)
    if bundle.layout ~= "versioned" then return end
    for _, pattern in ipairs(unread) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "the platform reads %s instead of this file", plist.place(bundle.info).file, {
          expected = "no Info.plist here", fix = "delete it, or move its keys to the other file",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { platform = "ios" }, { without = "CFBundleExecutable" } },
    fail = {
      { files = { ["Info.plist"] = "{}" }, at = "Info.plist" },
      { files = { ["Versions/A/Info.plist"] = "{}" }, at = "Versions/A/Info.plist" },
    },
  },
}
