local fixes = {
  ["duplicate-key"] = "keep one of the two",
  ["trailing-content"] = "delete what follows the property list",
  ["leading-blanks"] = "delete the blanks before <?xml",
  ["date-rolled-over"] = "write a day that the calendar has",
  ["empty-file"] = "write the keys of the bundle, or restore the file",
}

rule "nothing-dropped" {
  summary   = "The platform reads everything that the Info.plist says, as it says it",
  severity  = "warning",
  rationale = "Readers drop a second value of a key, text after the end or half a character without a word, and not all of "
    .. "them drop the same: the build that was tested is not the one that ships.",
  source    = { "CFPropertyList.c", "CFBinaryPList.c", "CFOldStylePList.c" },
  tags      = { "S1" },
  check     = function(bundle, report)
    for _, remark in ipairs(plist.diagnostics(bundle.info)) do
      local at = remark.path ~= "" and plist.find(bundle.info, remark.path)[1] or nil
      report:at(at and at.node or bundle.info, at and at.key or nil, "%s", remark.message, {
        expected = "what every reader reads alike", fix = fixes[remark.code] or "write the value anew",
        discriminator = remark.code .. (remark.line and "@" .. remark.path or ""),
        -- One of two values is lost, and which one depends on the reader and on the form of the file.
        severity = remark.code == "duplicate-key" and "error" or nil,
      })
    end
  end,
  examples  = {
    pass = { {} },
    fail = {
      { files = { ["Contents/Info.plist"] = '{ CFBundleVersion = "1"; CFBundleVersion = "2"; }' } },
      { files = { ["Contents/Info.plist"] = "<plist><dict><key>A</key><string>x</string></dict></plist> rest" } },
      {
        platform = "ios",
        files = { ["Info.plist"] = "<plist><dict><key>D</key><date>2026-02-30T00:00:00Z</date></dict></plist>" },
      },
    },
  },
}
