local named = import "apple.icons.named"
local launch = import "apple.launch_images.named"
local values = import "apple.values"

-- Where Mac bundles have such files.
local places = {
  "Contents/Frameworks/*.dylib", "Contents/Helpers/*", "Contents/Library/*/*", "Contents/MacOS/*", "Contents/Resources/*.icns",
}

-- Files with code and pictures that the system opens: the executable, libraries, icons, the asset catalog.
local function important(bundle)
  local result, seen = {}, {}
  local function add(file)
    -- A broken link is reported by links-stay-inside.
    if file and not seen[file] and (file.type == "file" or file.destination) then
      seen[file] = true
      result[#result + 1] = file
    end
  end
  local function add_path(path) add(path and bundle.files[path]) end
  add(bundle.executable_file)
  add_path(bundles.resource(bundle, "Assets", "car"))
  if bundle.layout == "contents" then
    local icon = values.text(bundle.info.CFBundleIconFile)
    add_path(icon and "Contents/Resources/" .. icon)
    for _, pattern in ipairs(places) do
      for _, file in ipairs(bundles.files(bundle, pattern)) do add(file) end
    end
  elseif values.is_mobile(bundle) and bundle.kind == "application" then
    for _, file in ipairs(bundles.files(bundle, "Frameworks/*.dylib")) do add(file) end
    for _, entry in ipairs(named.names(bundle)) do
      for _, path in ipairs(named.files(bundle, entry.value)) do add_path(path) end
    end
    for _, path in ipairs(launch.files(bundle)) do add_path(path) end
    for _, path in ipairs { "iTunesArtwork", "iTunesArtwork@2x" } do add_path(path) end
  end
  return result
end

rule "files-are-whole" {
  summary   = "Executables, libraries, icons and asset catalogs must be complete, undamaged files",
  severity  = "error",
  rationale = "A file that was truncated or damaged by a copy, a transfer or a full disk does not load: the app does not start, or has no "
    .. "icon.",
  source    = { "mach-o/loader.h", "PNG Specification: Datastream structure" },
  tags      = { "S8", "S10" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    for _, file in ipairs(important(bundle)) do
      local problem = file.problem
      if problem then
        local reason = problem:match("^it cannot be read: (.*)")
        report:file(file.path, reason and "the file cannot be read: %s" or "the file is incomplete or damaged: %s", reason or problem, {
          expected = "a complete file", fix = reason and "make it readable, or copy the file again" or "build or copy the file again",
          discriminator = "",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } }, { kind = "framework" },
      { files = {
        ["Contents/Resources/App.icns"] = { icns = { types = { "ic10" } } }, ["Contents/Resources/Assets.car"] = { catalog = {} },
      } },
      { platform = "ios", info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } } },
      { kind = "framework", platform = "ios", files = { ["Default@2x.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } } },
      {
        platform = "ios",
        files = { ["Defaults.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" }, ["Default-x.dat"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } },
      },
    },
    fail = {
      { files = { ["Contents/Resources/Assets.car"] = { base64 = "Qk9NU3RvcmUAAAAB" } }, at = "Contents/Resources/Assets.car" },
      { platform = "ios", files = { ["Assets.car"] = { base64 = "Qk9NU3RvcmUAAAAB" } }, at = "Assets.car" },
      { files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/tool"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/MacOS/tool" },
      { files = { ["Contents/Helpers/tool"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/Helpers/tool" },
      { files = { ["Contents/Library/LaunchServices/tool"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/Library/LaunchServices/tool" },
      { files = { ["Contents/Frameworks/liba.dylib"] = { base64 = "z/rt/gcAAAE=" } }, at = "Contents/Frameworks/liba.dylib" },
      {
        files = { ["Contents/MacOS/App"] = { link = "../real" }, ["Contents/real"] = { base64 = "z/rt/gcAAAE=" } },
        at = "Contents/MacOS/App",
      },
      {
        info = { CFBundleIconFile = "App.icon" }, files = { ["Contents/Resources/App.icon"] = { base64 = "aWNucwAAAP8=" } },
        at = "Contents/Resources/App.icon",
      },
      {
        info = { CFBundleIconFile = "App.icns" }, files = { ["Contents/Resources/App.icns"] = { base64 = "aWNucwAAAP8=" } },
        at = "Contents/Resources/App.icns", count = 1,
      },
      { kind = "extension", platform = "ios", files = { Share = { base64 = "z/rt/gcAAAE=" } }, at = "Share" },
      { kind = "plugin", platform = "ios", files = { Plug = { base64 = "z/rt/gcAAAE=" } }, at = "Plug" },
      { kind = "framework", files = { ["Versions/A/Kit"] = { base64 = "z/rt/gcAAAE=" } }, at = "Versions/A/Kit" },
      { platform = "ios", files = { App = { base64 = "z/rt/gcAAAE=" } }, at = "App" },
      { platform = "ios", files = { ["Frameworks/liba.dylib"] = { base64 = "z/rt/gcAAAE=" } }, at = "Frameworks/liba.dylib" },
      {
        platform = "ios", info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } },
        at = "Icon.png",
      },
      { platform = "ios", files = { ["Default@2x.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } }, at = "Default@2x.png" },
      {
        platform = "ios", info = { UILaunchImageFile = "Start" }, files = { ["Start.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } },
        at = "Start.png",
      },
      {
        platform = "ios", info = { UILaunchImages = { "x", { UILaunchImageName = "Tall" } } },
        files = { ["Tall~ipad.png"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } },
        at = "Tall~ipad.png",
      },
      { platform = "ios", files = { ["iTunesArtwork@2x"] = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } }, at = "iTunesArtwork@2x" },
      { platform = "ios", files = { iTunesArtwork = { base64 = "iVBORw0KGgoAAAANSUhEUg==" } }, at = "iTunesArtwork" },
    },
  },
}
