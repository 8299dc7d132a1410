local modern = { xml = true, binary = true }

rule "info-plist-encoding" {
  summary   = "Info.plist must be an XML or binary property list",
  severity  = "note",
  rationale = "Core Foundation reads the old-style format with braces, but most tools of builds and stores do not.",
  source    = "Information Property List Key Reference: About Information Property List Files",
  tags      = { "S1" },
  check     = function(bundle, report)
    if not modern[plist.format(bundle.info)] then
      report:at(bundle.info, nil, "Info.plist is in the old-style format with braces", {
        expected = "XML in UTF-8, or binary", fix = "run plutil -convert xml1 Info.plist",
      })
    end
  end,
  examples  = {
    pass = { {} },
    fail = { { files = { ["Contents/Info.plist"] = '{ CFBundleName = "App"; }' }, at = "Contents/Info.plist" } },
  },
}
