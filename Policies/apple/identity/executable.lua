local values = import "apple.values"

rule "executable" {
  summary   = "The file that CFBundleExecutable names is there, spelled the same",
  severity  = "error",
  rationale = "Without it the bundle neither opens nor loads; with another letter case it does on the machine that built it only.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "ITMS-90261" },
  tags      = { "S13", "S8", "ITMS-90261" },
  applies   = { kind = { "application", "framework", "extension", "plugin" } },
  check     = function(bundle, report)
    local name = values.text(bundle.info.CFBundleExecutable)
    if not name then return end
    local path = bundle.executable
    if not path then
      report:at(bundle.info, "CFBundleExecutable", "'%s' is not the name of a file", name, {
        expected = "the name of the main executable", fix = "write the name alone, without a path",
      })
      return
    end
    local file = bundle.files[path]
    if not file then
      local other
      for _, entry in ipairs(bundles.walk(bundle)) do
        if entry:lower() == path:lower() then other = entry end
      end
      report:at(bundle.info, "CFBundleExecutable", "the executable %s is missing", path, {
        expected = "a file at " .. path,
        fix = other and "the file is " .. other .. ": rename one of the two" or "build it there, or correct the name",
      })
    elseif file.type == "directory" then
      report:at(bundle.info, "CFBundleExecutable", "%s is a directory", path, {
        expected = "an executable file", fix = "name the main executable",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" }, { platform = "ios" }, { kind = "plugin", without = "CFBundleExecutable" },
      { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
    },
    fail = {
      { info = { CFBundleExecutable = "Other" } }, { info = { CFBundleExecutable = "app" } },
      { info = { CFBundleExecutable = "../App" } },
      { info = { CFBundleExecutable = "Tool" }, files = { ["Contents/MacOS/Tool"] = { directory = true } } },
    },
  },
}
