-- Other spellings of Info.plist. Looking for each is cheaper than listing the folder.
local spellings = { "info.plist", "INFO.PLIST", "Info.PLIST", "Info.Plist", "info.Plist", "info.PLIST" }

rule "info-plist-name" {
  summary   = "No file beside Info.plist may differ from it only in letter case",
  severity  = "warning",
  rationale = "A file whose name differs in letter case replaces the real one when the bundle is copied to a "
    .. "case-insensitive disk.",
  source    = { "Bundle Programming Guide", "CFBundle_InfoPlist.c" },
  tags      = { "S1" },
  check     = function(bundle, report)
    local path = plist.place(bundle.info).file
    local folder = path and path:match(".*/") or ""
    for _, name in ipairs(spellings) do
      if bundles.exists(bundle, folder .. name) then
        report:file(folder .. name, "'%s' has no effect: the platform reads Info.plist, and letter case matters", name, {
          expected = "only Info.plist", fix = "merge the keys that are needed into Info.plist, and delete " .. name,
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { kind = "plist" }, { files = { ["Contents/Resources/info.plist"] = "" } } },
    fail = {
      { files = { ["Contents/info.plist"] = "{}" }, at = "Contents/info.plist" },
      { platform = "ios", files = { ["Info.Plist"] = "{}" }, at = "Info.Plist" },
    },
  },
}
