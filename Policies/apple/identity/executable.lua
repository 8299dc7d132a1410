local values = import "apple.values"

-- Whether a small file begins with a word, as no script, program or archive does: a pointer of Git LFS or another stand-in.
local function is_text(bundle, file)
  if file.size == 0 then return true end
  local is_read, problem = pcall(bundles.problem, bundle, file.path)
  return is_read and (not problem or problem.code == "text.after-key" or problem.code == "text.unfinished-entry")
end

-- Whether something else stands where code should: on the Mac a script may run in its place, in a framework a static archive lie there.
local function is_stand_in(bundle, file)
  if file.type ~= "file" or file.mach_o then return false end
  local is_mobile = values.is_mobile(bundle)
  if is_mobile and bundle.kind == "plugin" then return false end
  return is_mobile and bundle.kind ~= "framework" or file.size < 4096 and is_text(bundle, file)
end

rule "executable" {
  summary   = "The file that CFBundleExecutable names is there, spelled the same, and is code",
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
    elseif is_stand_in(bundle, file) then
      report:file(path, "the executable is a file of %d bytes that is no code", file.size, {
        expected = "a Mach-O file", fix = "build it, or fetch it with git lfs pull where it is a pointer of Git LFS",
        severity = bundle.kind == "plugin" and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" }, { platform = "ios" }, { kind = "plugin", without = "CFBundleExecutable" },
      { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\nexec true\n" } },
      { files = { ["Contents/MacOS/App"] = "Joy" .. ("!"):rep(4096) } },
      { kind = "framework", platform = "ios", files = { Kit = "!<arch>\n" } },
      { kind = "plugin", platform = "ios", files = { Plug = "no code" } },
      { kind = "framework", files = { ["Versions/A/Kit"] = { link = "Library" }, ["Versions/A/Library"] = "no code" } },
    },
    fail = {
      { info = { CFBundleExecutable = "Other" } }, { info = { CFBundleExecutable = "app" } },
      { info = { CFBundleExecutable = "../App" } },
      { info = { CFBundleExecutable = "Tool" }, files = { ["Contents/MacOS/Tool"] = { directory = true } } },
      { files = { ["Contents/MacOS/App"] = "version https://git-lfs.github.com/spec/v1\n" } }, { files = { ["Contents/MacOS/App"] = "" } },
      { files = { ["Contents/MacOS/App"] = "placeholder" } }, { kind = "plugin", files = { ["Contents/MacOS/Plug"] = "no code" } },
      { kind = "framework", platform = "ios", files = { Kit = "no code" } }, { platform = "ios", files = { App = "#!/bin/sh\n" } },
    },
  },
}
