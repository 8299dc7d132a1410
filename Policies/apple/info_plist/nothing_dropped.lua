local fixes = {
  ["duplicate-key"] = "keep one of the two",
  ["trailing-content"] = "delete the content after the property list",
  ["leading-blanks"] = "delete the whitespace before <?xml",
  ["date-rolled-over"] = "use a day that exists in the calendar",
  ["empty-file"] = "write the keys of the bundle, or restore the file",
}

rule "nothing-dropped" {
  summary   = "Info.plist must not contain anything that readers drop or change",
  severity  = "warning",
  rationale = "Readers silently drop a second value of a key, text after the end or half a character, and not all of "
    .. "them drop the same: the build that was tested may differ from the one that ships.",
  source    = { "CFPropertyList.c", "CFBinaryPList.c", "CFOldStylePList.c" },
  tags      = { "S1" },
  check     = function(bundle, report)
    for _, remark in ipairs(plist.diagnostics(bundle.info)) do
      local at = remark.path ~= "" and plist.find(bundle.info, remark.path)[1] or nil
      report:at(at and at.node or bundle.info, at and at.key or nil, "%s", remark.message, {
        expected = "content that all readers read alike", fix = fixes[remark.code] or "rewrite the value",
        discriminator = remark.code .. (remark.line and "@" .. remark.path or ""),
        -- One of two values is lost, and which one depends on the reader and the file format.
        severity = remark.code == "duplicate-key" and "error" or nil,
      })
    end
  end,
  examples  = {
    pass = { {} },
    fail = {
      { files = { ["Contents/Info.plist"] = '{ CFBundleVersion = "1"; CFBundleVersion = "2"; }' }, at = "/CFBundleVersion" },
      {
        files = { ["Contents/Info.plist"] = "<plist><dict><key>A</key><string>x</string></dict></plist> rest" }, at = "Contents/Info.plist",
      },
      {
        platform = "ios",
        files = { ["Info.plist"] = "<plist><dict><key>D</key><date>2026-02-30T00:00:00Z</date></dict></plist>" },
        at = "/D",
      },
    },
  },
}
