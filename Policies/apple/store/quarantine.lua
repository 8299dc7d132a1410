rule "no-quarantine" {
  summary   = "Files of a Mac app for the store must not be in quarantine",
  severity  = "error",
  rationale = "Files that a browser downloaded have the attribute com.apple.quarantine. The store rejects a package with such files.",
  source    = "ITMS-91109",
  tags      = { "ITMS-91109" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check     = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, nil, { attributes = "com.apple.quarantine" })) do
      report:file(file.path, "the file has the extended attribute com.apple.quarantine", {
        expected = "no such attribute", fix = "run xattr -dr com.apple.quarantine on the app before you make the package",
      })
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.provenance" } } } } },
    fail = { {
      files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.quarantine" } } }, at = "Contents/Resources/a.txt",
    } },
  },
}
