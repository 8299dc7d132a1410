local unread = { "Info.plist", "Versions/*/Info.plist" }

rule "info-plist-place" {
  summary   = "A framework has one information property list, in the resources of its version",
  severity  = "warning",
  rationale = "Whoever edits the other one changes nothing, and a signature can't seal a file at the top of a framework.",
  source    = { "Bundle Programming Guide", "CFBundle_Resources.c" },
  tags      = { "S1", "S8" },
  -- Of other bundles, contents-only tells what lies at the top.
  applies   = { kind = "framework" },
  check     = function(bundle, report)
    if bundle.layout ~= "versioned" then return end
    for _, pattern in ipairs(unread) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "the platform reads %s and never this one", plist.place(bundle.info).file, {
          expected = "no Info.plist here", fix = "delete it, or move it where the other one lies",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { platform = "ios" }, { without = "CFBundleExecutable" } },
    fail = { { files = { ["Info.plist"] = "{}" } }, { files = { ["Versions/A/Info.plist"] = "{}" } } },
  },
}
