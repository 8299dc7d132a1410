rule "executable-may-run" {
  summary   = "The main executable may be executed",
  severity  = "warning",
  -- A copy for the checker may have lost what the one for users has.
  rationale = "Without the right to execute it, the application doesn't open: the bit gets lost on the way through archives and disks "
    .. "that don't know it.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "Bundle Programming Guide" },
  tags      = { "S8", "S13" },
  applies   = { kind = { "application", "extension" } },
  check     = function(bundle, report)
    local file = bundle.executable and bundle.files[bundle.executable]
    -- What is no program yet, such as a text in its place, other rules tell.
    local code = file and file.type == "file" and not file.executable and file.mach_o
    if code then
      report:file(bundle.executable, "the executable may not be executed: its mode is %03o", file.mode & 511, {
        expected = "the right to execute it, such as 755", fix = "chmod +x, and copy or pack with what keeps modes",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, { files = { ["Contents/MacOS/App"] = "no code" } }, { info = { CFBundleExecutable = "Gone" } },
      { info = { CFBundleExecutable = "Tool" }, files = { ["Contents/MacOS/Tool"] = { directory = true } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { platform = "macos" }, executable = false } } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios" }, executable = false } } },
    },
  },
}
