local modern = { xml = true, binary = true }

rule "info-plist-encoding" {
  summary   = "The Info.plist is written as XML or in binary form",
  severity  = "note",
  rationale = "The form with braces is understood by Core Foundation, but not by most tools of a build or a store.",
  source    = "Information Property List Key Reference: About Information Property List Files",
  tags      = { "S1" },
  check     = function(bundle, report)
    if not modern[plist.format(bundle.info)] then
      report:at(bundle.info, nil, "the Info.plist is in the old form with braces", {
        expected = "XML in UTF-8, or binary", fix = "convert it: plutil -convert xml1 Info.plist",
      })
    end
  end,
  examples  = {
    pass = { {} },
    fail = { { files = { ["Contents/Info.plist"] = '{ CFBundleName = "App"; }' } } },
  },
}
