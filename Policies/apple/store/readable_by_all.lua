rule "readable-by-all" {
  summary   = "Users other than the owner must be able to read the files of a Mac app",
  severity  = "error",
  rationale = "The installer makes root the owner of the files. The store rejects an app with files that then only root can read.",
  source    = "ITMS-90255",
  tags      = { "ITMS-90255" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check     = function(bundle, report)
    local found = bundles.files(bundle, nil, { is = "owner_only" })
    if #found > 0 then
      report:file(found[1].path, #found == 1 and "only its owner can read the file: its mode is %03o"
        or "only their owner can read this and %d more "
        .. "files", #found == 1 and found[1].mode & 511 or #found - 1, {
        expected = "a mode such as 644", fix = "run chmod -R a+rX on the app before signing it", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0444" },
      ["Contents/Resources/b"] = { link = "a.txt" } } } },
    fail = {
      { files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0600" } }, at = "Contents/Resources/a.txt" },
      {
        files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0640" },
          ["Contents/Resources/b.txt"] = { text = "x", mode = "0600" } },
        message = "this and 1 more", at = "Contents/Resources/a.txt",
      },
    },
  },
}
