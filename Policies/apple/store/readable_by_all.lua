rule "readable-by-all" {
  summary   = "Users other than the owner must be able to read the files and folders of a Mac app",
  severity  = "error",
  rationale = "The installer makes root the owner of the files. The store rejects an app with files that then only root can read.",
  source    = "ITMS-90255",
  tags      = { "ITMS-90255" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check     = function(bundle, report)
    local found = bundles.files(bundle, nil, { is = "owner_only" })
    if #found > 0 then
      report:file(found[1].path, #found == 1 and "other users cannot read the file: its mode is %03o"
        or "other users cannot read this and %d more files", #found == 1 and found[1].mode & 511 or #found - 1, {
        expected = "a mode such as 644", fix = "run chmod -R a+rX on the app before signing it", discriminator = "",
      })
    end
    for _, folder in ipairs(bundles.files(bundle, nil, "directory")) do
      -- 5: read and search.
      if folder.mode and folder.mode & 5 ~= 5 then
        return report:file(folder.path, "other users cannot open the folder: its mode is %03o", folder.mode & 511, {
          expected = "a mode such as 755", fix = "run chmod -R a+rX on the app before signing it", discriminator = "folder",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Resources/a"] = { directory = true, mode = "0755" } } },
      { files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0444" }, ["Contents/Resources/b"] = { link = "a.txt" } } },
    },
    fail = {
      {
        files = { ["Contents/Resources/a"] = { directory = true, mode = "0700" }, ["Contents/Resources/b"] = {
          directory = true, mode = "0700",
        } },
        message = "its mode is 700", at = "Contents/Resources/a", count = 1,
      },
      { files = { ["Contents/Resources/a"] = { directory = true, mode = "0744" } }, at = "Contents/Resources/a" },
      { files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0600" } }, at = "Contents/Resources/a.txt" },
      {
        files = { ["Contents/Resources/a.txt"] = { text = "x", mode = "0640" },
          ["Contents/Resources/b.txt"] = { text = "x", mode = "0600" } },
        message = "this and 1 more", at = "Contents/Resources/a.txt",
      },
    },
  },
}
