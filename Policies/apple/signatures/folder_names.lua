local is_sealed = import "apple.signatures.sealed"

-- The folders whose contents codesign takes for code.
local places = {
  "Contents/Frameworks/**", "Contents/Helpers/**", "Contents/MacOS/**", "Contents/PlugIns/**", "Contents/SharedFrameworks/**",
  "Contents/XPCServices/**",
}

-- Whether a folder is inside another whose name contains a period, such as a bundle.
local function is_inside_bundle(path) return path:find("%.[^/]*/") ~= nil end

-- Whether a folder has what a bundle has.
local function is_bundle(bundle, path)
  for _, name in ipairs { "/Contents", "/Versions", "/Info.plist", "/Resources/Info.plist" } do
    if bundles.exists(bundle, path .. name) then return true end
  end
  return false
end

rule "folder-names" {
  summary   = "Folders among the code of a Mac app must not have a period in their names, unless they are bundles",
  severity  = "warning",
  rationale = "codesign takes a folder with a period in its name, such as python3.12, for a bundle, and then fails: the format of the "
    .. "bundle is "
    .. "unrecognized. A bundle that is signed already is not checked.",
  source    = "Technical Note TN2206: macOS Code Signing In Depth",
  tags      = { "S8", "S13", "codesign-folder-name" },
  applies   = {
    kind = { "application", "extension", "plugin" }, platform = { "macos", "catalyst" }, nested = false,
    files = {
      "Contents/Frameworks/**/*.*/**", "Contents/Helpers/**/*.*/**", "Contents/MacOS/**/*.*/**", "Contents/PlugIns/**/*.*/**",
      "Contents/SharedFrameworks/**/*.*/**", "Contents/XPCServices/**/*.*/**",
    },
    when = function(bundle) return not is_sealed(bundle) end,
  },
  check     = function(bundle, report)
    for _, folder in ipairs(bundles.files(bundle, places, "directory")) do
      local path = folder.path
      if path:match("[^/]*$"):find("%.") and not is_inside_bundle(path) and not is_bundle(bundle, path) then
        report:file(path, "codesign takes the folder '%s' for a bundle", path:match("[^/]*$"), {
          expected = "a name without a period", fix = "move it to Contents/Resources, and put a link in its place",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "framework", files = { ["Contents/MacOS/lib/python3.12/a.py"] = "x" } },
      { files = {
        ["Contents/Frameworks/A.x/Versions/1/a"] = "x", ["Contents/Frameworks/B.x/Info.plist"] = "<plist><dict/></plist>",
        ["Contents/Frameworks/C.x/Resources/Info.plist"] = "<plist><dict/></plist>",
      } },
      {}, { bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      { files = { ["Contents/Resources/lib/python3.12/a.py"] = "x", ["Contents/MacOS/lib/a.py"] = "x" } },
      { signed = true, files = { ["Contents/MacOS/lib/python3.12/a.py"] = "x" } },
      { files = { ["Contents/PlugIns/Old.plugin/Contents/Resources/v1.2/a.txt"] = "x" } },
    },
    fail = {
      { kind = "extension", files = { ["Contents/Helpers/a.d/a"] = "x" }, at = "Contents/Helpers/a.d" },
      { kind = "plugin", files = { ["Contents/PlugIns/a.d/a"] = "x" }, at = "Contents/PlugIns/a.d" },
      { platform = "catalyst", files = { ["Contents/SharedFrameworks/a.d/a"] = "x" }, at = "Contents/SharedFrameworks/a.d" },
      { files = { ["Contents/XPCServices/a.d/a"] = "x" }, at = "Contents/XPCServices/a.d" },
      { files = { ["Contents/MacOS/lib/python3.12/a.py"] = "x" }, at = "Contents/MacOS/lib/python3.12" },
      { files = { ["Contents/Frameworks/numpy.libs/a/b.txt"] = "x" }, at = "Contents/Frameworks/numpy.libs" },
    },
  },
}
