local values = import "apple.values"

-- Whether a small file begins with a word, as no script, program or archive does: a Git LFS pointer or another placeholder.
local function is_text(bundle, file)
  if file.size == 0 then return true end
  local is_read, problem = pcall(bundles.problem, bundle, file.path)
  return is_read and (not problem or problem.code == "text.after-key" or problem.code == "text.unfinished-entry")
end

-- Whether the file is a placeholder instead of code. On the Mac the executable may be a script, and a framework's a static archive.
local function is_stand_in(bundle, file)
  if file.type ~= "file" or file.problem or file.mach_o then return false end
  local is_mobile = values.is_mobile(bundle)
  if is_mobile and bundle.kind == "plugin" then return false end
  return is_mobile and bundle.kind ~= "framework" or file.size < 4096 and is_text(bundle, file)
end

rule "executable" {
  summary   = "CFBundleExecutable must name a file of the bundle, in the same letter case, that contains code",
  severity  = "error",
  rationale = "Without it the bundle neither opens nor loads; with different letter case it works only on the machine that built it.",
  source    = { "Information Property List Key Reference: CFBundleExecutable", "ITMS-90261" },
  tags      = { "S13", "S8", "ITMS-90261" },
  applies   = { kind = { "application", "framework", "extension", "plugin" } },
  check     = function(bundle, report)
    -- A framework for the Mac has its code elsewhere; versioned-links reports the layout.
    if bundle.kind == "framework" and bundle.layout == "contents" then return end
    local file = bundle.executable_file
    if file and file.type == "file" and (file.problem or file.mach_o) then return end
    local name = values.text(bundle.info.CFBundleExecutable)
    if not name then return end
    local path = bundle.executable
    if not path then
      report:at(bundle.info, "CFBundleExecutable", "'%s' is not a file name", name, {
        expected = "the name of the main executable", fix = "write only the name, without a path",
      })
      return
    end
    if not file then
      local other
      for _, entry in ipairs(bundles.walk(bundle)) do
        if entry:lower() == path:lower() then other = entry end
      end
      report:at(bundle.info, "CFBundleExecutable", "the executable %s does not exist", path, {
        expected = "a file at " .. path,
        fix = other and "the bundle has " .. other .. ": use the same name in both places" or "build it at this path, or correct the name",
        -- Xcode declares an executable for a bundle of resources, too. The Mac does not miss it; the other stores do (ITMS-90535).
        severity = bundle.kind == "plugin" and not values.is_mobile(bundle) and "warning" or nil,
      })
    elseif file.type == "directory" then
      report:at(bundle.info, "CFBundleExecutable", "%s is a directory", path, {
        expected = "an executable file", fix = "set CFBundleExecutable to the name of the main executable",
      })
    elseif is_stand_in(bundle, file) then
      report:file(path, "the executable is not a Mach-O file; its size in bytes is %d", file.size, {
        expected = "a Mach-O file", fix = "build it, or run git lfs pull if the file is a Git LFS pointer",
        severity = bundle.kind == "plugin" and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "framework", files = { ["Versions/A/Resources/Info.plist"] = false, Resources = false, ["Contents/Info.plist"] = "<plist><dict><key>CFBundleExecutable</key><string>Kit</string></dict></plist>" } },
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
