local formats = import "apple.resources.formats"
local values = import "apple.values"

-- Whether the executable may have this format. On the Mac a program may be a script, but not an app extension, which the system calls
-- into; a framework may be a static library.
local function is_allowed(bundle, format)
  if format == "script" then
    return not values.is_mobile(bundle) and bundle.kind ~= "framework" and bundle.kind ~= "plugin" and not values.is_app_extension(bundle)
  end
  return format == "mach_o" or format == "universal" or format == "static_library" and bundle.kind == "framework"
end

-- Whether links-stay-inside reports that the link leads nowhere.
local function is_reported(link) return not link.target:find("^/System/") and not link.target:find("^/Library/") end

rule "executable" {
  summary   = "CFBundleExecutable must name a file of the bundle, in the same letter case, that contains code",
  severity  = "error",
  rationale = "Without it the bundle neither opens nor loads; with different letter case it works only on the machine that built it.",
  source    = "Information Property List Key Reference: CFBundleExecutable",
  tags      = { "S13", "S8", "MI-MissingBundleExecutable", "LS-10827", "ITMS-90085", "MI-extension" },
  applies   = { kind = { "application", "framework", "extension", "plugin" }, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    -- A framework for the Mac has its code elsewhere; versioned-links reports the layout.
    if bundle.kind == "framework" and bundle.layout == "contents" then return end
    local file = bundle.executable_file
    local name = values.text(bundle.info.CFBundleExecutable)
    -- Pipes, sockets and devices are reported by special-files.
    if not name or file and file.type == "other" then return end
    -- files-are-whole reports files that cannot be read.
    if file and file.type == "file" and file.problem then return end
    local path = bundle.executable
    if not path then
      report:at(bundle.info, "CFBundleExecutable", "'%s' is not a file name", name, {
        expected = "the name of the main executable", fix = "write only the name, without a path",
      })
      return
    end
    if not file then
      -- plugin-executable reports plug-ins for the Mac.
      if bundle.kind == "plugin" and not values.is_mobile(bundle) then return end
      local other
      for _, entry in ipairs(bundles.walk(bundle)) do
        if entry:lower() == path:lower() then other = entry end
      end
      report:at(bundle.info, "CFBundleExecutable", "the executable %s does not exist", path, {
        expected = "a file at " .. path,
        fix = other and "the bundle has " .. other .. ": use the same name in both places" or "build it at this path, or correct the name",
      })
    elseif not values.can_open(file) then
      if is_reported(file) then return end
      report:file(path, "the executable is a link out of the bundle, to %s", file.target, {
        expected = "an executable file", fix = "copy the program into the bundle",
      })
    elseif not values.readable(file, "format") then
      report:file(path, file.type == "directory" and "the executable is a directory"
        or "the executable is a link to a directory or special file", {
        expected = "an executable file", fix = "set CFBundleExecutable to the name of the main executable, and copy it into the bundle",
      })
    elseif not is_allowed(bundle, file.format) then
      local found = formats.name(file.format)
      report:file(path, found and "the executable is not Mach-O code: it is %s" or "the executable is not Mach-O code", found, {
        expected = "a Mach-O file", fix = formats.fix(file.format), discriminator = "",
        -- Some programs run their plug-ins instead of loading them.
        severity = bundle.kind == "plugin" and file.format == "script" and not values.is_mobile(bundle) and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      {
        kind = "framework",
        files = {
          ["Versions/A/Resources/Info.plist"] = false, Resources = false,
          ["Contents/Info.plist"] = "<plist><dict><key>CFBundleExecutable</key><string>Kit</string></dict></plist>",
        },
      },
      {}, { kind = "framework" }, { platform = "ios" }, { kind = "plugin", without = "CFBundleExecutable" },
      { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\nexec true\n" } },
      { bundles = { ["Contents/XPCServices/Work.xpc"] = { files = { ["Contents/MacOS/Work"] = "#!/bin/sh\n" } } } },
      { kind = "framework", platform = "ios", files = { Kit = "!<arch>\n" } },
      { kind = "framework", files = { ["Versions/A/Kit"] = "!<arch>\n" } },
      {
        kind = "framework",
        files = { ["Versions/A/Kit"] = { link = "Library" }, ["Versions/A/Library"] = { mach_o = { file_type = "dylib" } } },
      },
      { files = { ["Contents/MacOS/App"] = { link = "code" }, ["Contents/MacOS/code"] = { mach_o = { architectures = "arm64" } } } },
      { info = { CFBundleExecutable = { "App" } } },
      -- Reported by links-stay-inside, special-files and plugin-executable.
      { files = { ["Contents/MacOS/App"] = { link = "gone" } } }, { files = { ["Contents/MacOS/App"] = { link = "gone/System/App" } } },
      { files = { ["Contents/MacOS/App"] = { link = "gone/Library/App" } } }, { files = { ["Contents/MacOS/App"] = { special = true } } },
      { kind = "plugin", info = { CFBundleExecutable = "Gone" } },
    },
    fail = {
      { info = { CFBundleExecutable = "Other" }, at = "/CFBundleExecutable" },
      { kind = "plugin", platform = "ios", info = { CFBundleExecutable = "Gone" }, at = "/CFBundleExecutable" },
      { info = { CFBundleExecutable = "app" }, at = "/CFBundleExecutable" },
      { info = { CFBundleExecutable = "../App" }, at = "/CFBundleExecutable" },
      { info = { CFBundleExecutable = "Tool" }, files = { ["Contents/MacOS/Tool"] = { directory = true } }, at = "Contents/MacOS/Tool" },
      {
        files = { ["Contents/MacOS/App"] = { link = "folder" }, ["Contents/MacOS/folder"] = { directory = true } },
        at = "Contents/MacOS/App",
      },
      { files = { ["Contents/MacOS/App"] = { link = "/System/Library/Frameworks/Kit.framework/Kit" } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { link = "/Library/Tool" } }, at = "Contents/MacOS/App" },
      -- ELF, a program for Windows, zeros, and bytes without meaning.
      { files = { ["Contents/MacOS/App"] = { base64 = "f0VMRgIBAQA=" } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { base64 = "TVqQAAMAAAA=" } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { size = 10000 } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { base64 = "3q2+78oBAgM=" } }, at = "Contents/MacOS/App" },
      { kind = "framework", platform = "ios", files = { Kit = { base64 = "f0VMRgIBAQA=" } }, at = "Kit" },
      { kind = "framework", files = { ["Versions/A/Kit"] = "#!/bin/sh\n" }, at = "Versions/A/Kit" },
      { files = { ["Contents/MacOS/App"] = "!<arch>\n" }, at = "Contents/MacOS/App" },
      { kind = "extension", files = { ["Contents/MacOS/Share"] = "#!/bin/sh\n" }, at = "Contents/MacOS/Share" },
      {
        kind = "framework", files = { ["Versions/A/Kit"] = { link = "Library" }, ["Versions/A/Library"] = "no code" },
        at = "Versions/A/Kit",
      },
      { kind = "plugin", platform = "ios", files = { Plug = "no code" }, at = "Plug" },
      { kind = "plugin", files = { ["Contents/MacOS/Plug"] = "#!/bin/sh\n" }, at = "Contents/MacOS/Plug" },
      { files = { ["Contents/MacOS/App"] = "version https://git-lfs.github.com/spec/v1\n" }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = "" }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = "placeholder" }, at = "Contents/MacOS/App" },
      { kind = "plugin", files = { ["Contents/MacOS/Plug"] = "no code" }, at = "Contents/MacOS/Plug" },
      { kind = "framework", platform = "ios", files = { Kit = "no code" }, at = "Kit" },
      { platform = "ios", files = { App = "#!/bin/sh\n" }, at = "App" },
    },
  },
}
