local formats = import "apple.resources.formats"
local named = import "apple.icons.named"
local values = import "apple.values"

-- The folders whose files the system opens by name; those below them belong to the app.
local places = {
  contents = {
    "Contents/*", "Contents/Frameworks/*", "Contents/MacOS/*", "Contents/Resources/*", "Contents/Resources/*.lproj/*",
    "Contents/Resources/*.momd/*",
    "Contents/Resources/**/*.storyboardc/*",
  },
  versioned = { "Versions/*/Frameworks/*", "Versions/*/Libraries/*", "Versions/*/Resources/*", "Versions/*/Resources/*.lproj/*" },
  flat = { "*", "Frameworks/*", "*.lproj/*", "*.lproj/*.storyboardc/*", "*.storyboardc/*", "*.momd/*" },
  resources = { "*", "Resources/*", "Resources/*.lproj/*" },
}

-- Files whose contents other rules check: the icon of the app, and fonts.
local function checked_elsewhere(bundle)
  local result = {}
  local icon = bundle.icon_file
  if icon then result[icon.path] = true end
  if bundle.platform == "ios" and bundle.kind == "application" then
    for _, entry in ipairs(named.names(bundle)) do
      for _, path in ipairs(named.files(bundle, entry.value)) do result[path] = true end
    end
  end
  for _, font in ipairs(values.is_mobile(bundle) and values.list(bundle.info.UIAppFonts) or {}) do result[font] = true end
  return result
end

-- Formats that other programs in the bundle cannot have.
local no_program = { type = "file", formats = { "empty", "zeros", "lfs_pointer", "html" } }

-- Files that are never directories.
local single = { type = "directory", extensions = { "car", "dylib", "icns", "metallib", "mom", "otf", "ttf" } }

-- Files that the system itself opens.
local serious = { car = "error", dylib = "error" }

local function extension(path) return path:match("[^./]*$"):lower() end

-- Whether another file is the reason: the target of a link that has the same extension, or does not exist.
local function is_caused_elsewhere(file)
  return file.type == "symbolicLink" and (not file.destination or extension(file.destination) == extension(file.path))
end

rule "contents-match-extension" {
  summary   = "Libraries, asset catalogs, images, fonts and other resources must contain what their file extension says",
  severity  = "warning",
  rationale = "A page of a server, a pointer of Git LFS, zeros or an empty file in place of a resource do not load: the app shows nothing "
    .. "there, or crashes; without its libraries it does not start. Only the first bytes are compared, so a file that was cut off in the "
    .. "middle is found only where its format states its length. Programs that read images, sounds and movies look at the contents, so "
    .. "that these may be in another such format than the extension says.",
  source    = { "Bundle Programming Guide: Resources", "mach-o/loader.h" },
  tags      = { "S8", "S10" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, tool in ipairs(bundle.layout == "contents" and bundles.files(bundle, "Contents/MacOS/*", no_program) or {}) do
      local is_library = tool.path:find("%.dylib$")
      if tool.executable and not is_library and tool ~= bundle.executable_file then
        local format = values.readable(tool, "format")
        report:file(tool.path, format and "the program is %s" or "the program cannot be read", format and formats.name(format), {
          expected = "a complete file", fix = formats.fix(format), discriminator = "",
        })
      end
    end
    for _, folder in ipairs(places[bundle.layout] and bundles.files(bundle, places[bundle.layout], single) or {}) do
      local expected = formats.expected(folder.path)
      report:file(folder.path, "'%s' is a directory, not %s", folder.path:match("[^/]*$"), expected, {
        expected = expected, fix = formats.fix("directory"), discriminator = "", severity = serious[extension(folder.path)],
      })
    end
    local elsewhere
    for _, kind in ipairs(places[bundle.layout] and formats.kinds or {}) do
      local choice = { extensions = kind.extensions, formats = kind.never, except_formats = kind.only }
      for _, file in ipairs(bundles.files(bundle, places[bundle.layout], choice)) do
        elsewhere = elsewhere or checked_elsewhere(bundle)
        local format = values.readable(file, "format")
        local expected, found = formats.expected(file.path), format and formats.name(format)
        -- files-are-whole reports libraries and catalogs that cannot be read.
        if file ~= bundle.executable_file and not elsewhere[file.path] and not is_caused_elsewhere(file)
          and (format or not serious[extension(file.path)]) then
          report:file(file.path, not format and "'%s' cannot be read" or found and "'%s' is not %s: it is %s" or "'%s' is not %s",
            file.path:match("[^/]*$"), expected, found, {
            expected = expected, fix = formats.fix(format), severity = serious[extension(file.path)], discriminator = "",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, { kind = "framework" }, { kind = "plugin" },
      { files = {
        ["Contents/MacOS/tool"] = "", ["Contents/MacOS/script"] = { text = "#!/bin/sh\n", executable = true },
        ["Contents/MacOS/App"] = { text = "", executable = true },
      } },
      { files = {
        ["Contents/Resources/empty.txt"] = "", ["Contents/Resources/data/a.png"] = "", ["Contents/Resources/b.png"] = { link = "a.png" },
        ["Contents/Resources/noext"] = "",
      } },
      -- An image in another format, and an encrypted one.
      { files = {
        ["Contents/Resources/a.png"] = { base64 = "/9j/4A==" }, ["Contents/Resources/b.PNG"] = { base64 = "3q2+7w==" },
        ["Contents/Resources/c.jpg"] = { png = { width = 1 } },
      } },
      { files = {
        ["Contents/Resources/a.nib"] = { directory = true }, ["Contents/Resources/b.nib"] = "bplist00",
        ["Contents/Resources/c.nib"] = "NIBArchive", ["Contents/Resources/a.pdf"] = "%PDF-1.4\n",
      } },
      { files = {
        ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib" } }, ["Contents/Resources/Assets.car"] = { catalog = {} },
        ["Contents/Resources/a.ttf"] = { base64 = "AAEAAP8=" },
      } },
      -- Links that lead nowhere, and those whose target has the finding.
      { files = { ["Contents/Frameworks/liba.dylib"] = { link = "gone" } } },
      -- Reported by icon-family, icons-are-png and fonts-exist.
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = "x" } },
      {
        platform = "ios", info = { CFBundleIconFiles = { "Icon" }, UIAppFonts = { "A.ttf", 1 } },
        files = { ["Icon@2x.png"] = "x", ["A.ttf"] = "x" },
      },
      {
        kind = "framework", info = { CFBundleExecutable = "Kit.dylib" },
        files = { ["Versions/A/Kit"] = false, ["Versions/A/Kit.dylib"] = "x" },
      },
      { platform = "ios", info = { CFBundleExecutable = "App.dylib" }, files = { ["App.dylib"] = "x" } },
    },
    fail = {
      { files = { ["Contents/Resources/Assets.car"] = { directory = true } }, at = "Contents/Resources/Assets.car" },
      {
        files = { ["Contents/Frameworks/liba.dylib"] = { link = "liba.txt" }, ["Contents/Frameworks/liba.txt"] = "x" },
        at = "Contents/Frameworks/liba.dylib",
      },
      {
        files = { ["Contents/MacOS/tool"] = { text = "", executable = true } }, at = "Contents/MacOS/tool",
        message = "the program is empty",
      },
      { files = { ["Contents/MacOS/a.dylib-tool"] = { text = "", executable = true } }, at = "Contents/MacOS/a.dylib-tool" },
      { files = { ["Contents/MacOS/a.dylib"] = { text = "", executable = true } }, at = "Contents/MacOS/a.dylib", count = 1 },
      { kind = "framework", platform = "ios", info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = "x" }, at = "Icon.png" },
      { files = { ["Contents/MacOS/tool"] = { text = "<!DOCTYPE html>", executable = true } }, at = "Contents/MacOS/tool" },
      { files = { ["Contents/Resources/Assets.car"] = "" }, at = "Contents/Resources/Assets.car" },
      { files = { ["Contents/Resources/Assets.car"] = "<html>" }, at = "Contents/Resources/Assets.car",
        message = "'Assets.car' is not an asset catalog: it is an HTML page" },
      { files = { ["Contents/Resources/Assets.car"] = { size = 5000 } }, at = "Contents/Resources/Assets.car" },
      { platform = "ios", files = { ["Assets.car"] = "x" }, at = "Assets.car" },
      { files = { ["Contents/Resources/en.lproj/MainMenu.nib"] = "" }, at = "Contents/Resources/en.lproj/MainMenu.nib" },
      { files = { ["Contents/Resources/MainMenu.nib"] = { base64 = "3q2+7w==" } }, at = "Contents/Resources/MainMenu.nib" },
      {
        files = { ["Contents/Frameworks/liba.dylib"] = "", ["Contents/Frameworks/libb.dylib"] = { link = "liba.dylib" } },
        at = "Contents/Frameworks/liba.dylib",
      },
      { files = { ["Contents/Frameworks/liba.dylib"] = "libb.dylib" }, at = "Contents/Frameworks/liba.dylib" },
      { files = { ["Contents/MacOS/liba.dylib"] = { base64 = "f0VMRg==" } }, at = "Contents/MacOS/liba.dylib" },
      { platform = "ios", files = { ["Frameworks/liba.dylib"] = { base64 = "f0VMRgIB" } }, at = "Frameworks/liba.dylib" },
      { files = { ["Contents/Resources/A.PNG"] = "" }, at = "Contents/Resources/A.PNG" },
      {
        files = { ["Contents/Resources/a.png"] = "<!DOCTYPE html>\n<html>" }, at = "Contents/Resources/a.png",
        message = "'a.png' is not an image: it is an HTML page",
      },
      {
        files = { ["Contents/Resources/Assets.car"] = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n" },
        at = "Contents/Resources/Assets.car",
      },
      { files = { ["Contents/Resources/a.ttf"] = { png = { width = 1 } } }, at = "Contents/Resources/a.ttf" },
      { files = { ["Contents/Resources/a.mp3"] = "<html>" }, at = "Contents/Resources/a.mp3" },
      { platform = "ios", files = { ["Base.lproj/Main.storyboardc/a.nib"] = "" }, at = "Base.lproj/Main.storyboardc/a.nib" },
      { kind = "framework", files = { ["Versions/A/Resources/a.tiff"] = "" }, at = "Versions/A/Resources/a.tiff" },
      { kind = "framework", files = { ["Versions/A/Libraries/liba.dylib"] = "x" }, at = "Versions/A/Libraries/liba.dylib" },
      { kind = "framework", files = { ["Versions/A/Resources/en.lproj/a.nib"] = "" }, at = "Versions/A/Resources/en.lproj/a.nib" },
      { kind = "plugin", platform = "ios", files = { ["a.jpg"] = "" }, at = "a.jpg" },
    },
  },
}
