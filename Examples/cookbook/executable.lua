-- What Info.plist says is the program, is one.

policy "cookbook.executable" { summary = "There is something to run" }

rule "executable" {
  summary   = "CFBundleExecutable names a program that can be run",
  rationale = "A copy step or an archive that drops the mode, and the app bounces once and is gone.",
  applies   = { kind = { "application", "extension" } },
  require   = { "CFBundleExecutable" },
  check = function(bundle, report)
    local name = bundle.info.CFBundleExecutable
    if name == nil then return end
    local file = bundle.executable and bundle.files[bundle.executable]
    if file == nil or file.type == "directory" then
      report:at(bundle.info, "CFBundleExecutable", "there is no program %s", name, { expected = "a file of exactly that name" })
    elseif not file.executable then
      report:file(file.path, "it is not marked as executable", { fix = "chmod +x, and archive it with modes" })
    elseif file.mach_o == nil then
      report:file(file.path, "it is no Mach-O program", { expected = "what a linker writes; scripts can't be signed" })
    end
  end,
  examples  = {
    pass = { {} },
    fail = {
      { without = "CFBundleExecutable" },
      { info = { CFBundleExecutable = "Other" } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { files = { ["Contents/MacOS/App"] = { text = "#!/bin/sh\n", executable = true } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = {}, executable = false } } },
    },
  },
}
