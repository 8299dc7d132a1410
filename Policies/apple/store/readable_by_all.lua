-- The bit of a mode that lets everybody read a file.
local read = 4

rule "readable-by-all" {
  summary   = "Users other than the owner must be able to read the files of a Mac app",
  severity  = "error",
  rationale = "The installer makes root the owner of the files. The store rejects an app with files that then only root can read.",
  source    = "ITMS-90255",
  tags      = { "ITMS-90255" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  check     = function(bundle, report)
    local first, count
    for path, file in pairs(bundle.files) do
      if file.type == "file" and file.mode & read == 0 then
        first, count = first or path, (count or 0) + 1
      end
    end
    if first then
      report:file(first, count == 1 and "only its owner can read the file: its mode is %03o"
        or "only their owner can read this and %d more "
        .. "files", count == 1 and bundle.files[first].mode & 511 or count - 1, {
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
