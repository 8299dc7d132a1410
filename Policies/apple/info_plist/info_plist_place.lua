rule "info-plist-place" {
  summary   = "There is one information property list, where the layout of the bundle puts it",
  severity  = "warning",
  rationale = "Whoever edits the other one changes nothing, and a signature can't seal a file at the top of such a bundle.",
  source    = { "Bundle Programming Guide", "CFBundle_Resources.c" },
  tags      = { "S1" },
  applies   = { kind = { "application", "framework", "extension", "plugin" } },
  check     = function(bundle, report)
    local strays = {}
    if bundle.layout == "contents" then strays = { "Info.plist" } end
    if bundle.layout == "versioned" then
      local current = (bundle.executable or ""):match("^Versions/[^/]+/")
      strays = { "Info.plist", current and current .. "Info.plist" }
    end
    for _, path in ipairs(strays) do
      if bundles.exists(bundle, path) then
        report:file(path, "the platform reads %s and never this one", plist.place(bundle.info).file, {
          expected = "no Info.plist here", fix = "delete it, or move it where the other one lies",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { platform = "ios" }, { kind = "framework" } },
    fail = {
      { files = { ["Info.plist"] = "{}" } },
      { kind = "framework", files = { ["Info.plist"] = "{}" } },
      { kind = "framework", files = { ["Versions/A/Info.plist"] = "{}" } },
    },
  },
}
