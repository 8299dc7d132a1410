-- CFBundleExecutable names an executable program.

policy "cookbook.executable" { summary = "The bundle contains an executable program" }

rule "executable" {
  summary   = "CFBundleExecutable must name a program that can run",
  rationale = "If a copy step or an archive drops the file mode, the app does not launch.",
  applies   = { kind = { "application", "extension" } },
  require   = { "CFBundleExecutable" },
  check = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if name == nil then return end
    local file = bundle.executable_file
    if file == nil or file.type == "directory" then
      report:at(bundle.info, "CFBundleExecutable", "the executable %s does not exist", name, { expected = "a file with exactly this name" })
    elseif not file.executable then
      report:file(file.path, "the executable is not marked executable", {
        fix = "run chmod +x on it, and archive the bundle with file modes",
      })
    elseif file.mach_o == nil then
      report:file(file.path, "the executable is not a Mach-O file", { expected = "a linked program; scripts cannot be signed" })
    end
  end,
  examples  = {
    pass = { {} },
    fail = {
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" },
      { info = { CFBundleExecutable = "Other" }, at = "/CFBundleExecutable" },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { text = "#!/bin/sh\n", executable = true } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = {}, executable = false } }, at = "Contents/MacOS/App" },
    },
  },
}
