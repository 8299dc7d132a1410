-- Other spellings of Info.plist. Looking for each costs less than listing what lies there.
local spellings = { "info.plist", "INFO.PLIST", "Info.PLIST", "Info.Plist", "info.Plist", "info.PLIST" }

rule "info-plist-name" {
  summary   = "The information property list is named exactly Info.plist, and nothing beside it almost is",
  severity  = "warning",
  rationale = "A twin that differs in letter case takes the place of the real one as soon as the bundle is copied to a "
    .. "disk that doesn't tell case apart.",
  source    = { "Bundle Programming Guide", "CFBundle_InfoPlist.c" },
  tags      = { "S1" },
  check     = function(bundle, report)
    local path = plist.place(bundle.info).file
    local folder = path and path:match(".*/") or ""
    for _, name in ipairs(spellings) do
      if bundles.exists(bundle, folder .. name) then
        report:file(folder .. name, "'%s' is read by nobody: the platform opens Info.plist, letter case matters", name, {
          expected = "Info.plist alone", fix = "merge what is needed into Info.plist and delete " .. name,
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { kind = "plist" }, { files = { ["Contents/Resources/info.plist"] = "" } } },
    fail = { { files = { ["Contents/info.plist"] = "{}" } }, { platform = "ios", files = { ["Info.Plist"] = "{}" } } },
  },
}
