-- The folders for code, in the letter case in which the system looks for them.
local folders = {
  plugins = "PlugIns", frameworks = "Frameworks", sharedframeworks = "SharedFrameworks", xpcservices = "XPCServices", macos = "MacOS",
  extensions = "Extensions", appclips = "AppClips", watch = "Watch",
}
-- The folders of programs and resources, in Contents only: files in other folders with these names are not taken for them.
local contents = { macos = "MacOS", resources = "Resources" }
-- Names that only code has.
local code = { "*.appex", "*.framework", "*.bundle", "*.xpc", "*.dylib", "*.plugin", "*.app" }

-- JetBrains' applications have folders of their own with such a name, with other things in them.
local function has_code(bundle, path)
  for _, pattern in ipairs(code) do
    if #bundles.walk(bundle, path .. "/" .. pattern) > 0 then return true end
  end
  return false
end

rule "folder-case" {
  summary   = "The folders for code must be written as the system writes them: PlugIns, Frameworks, XPCServices",
  severity  = "error",
  rationale = "On a device, and on a case-sensitive disk, the system does not find code in Plugins or frameworks: extensions do not "
    .. "appear, and libraries do not load.",
  source    = { "Bundle Programming Guide: Table 2-5", "CFBundle_Internal.h" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/" or ""
    if place == "" and bundle.kind == "application" then
      for _, path in ipairs(bundles.walk(bundle, "[sS][eE][tT][tT][iI][nN][gG][sS].[bB][uU][nN][dD][lL][eE]")) do
        if path ~= "Settings.bundle" and bundle.files[path].type == "directory" then
          report:file(path, "Settings will not find '%s'", path, { expected = "Settings.bundle", fix = "rename it to Settings.bundle" })
        end
      end
    end
    for _, path in ipairs(bundles.walk(bundle, place .. "*")) do
      local name = path:match("[^/]*$")
      local expected = folders[name:lower()]
      local is_wrong = expected and name ~= expected and bundle.files[path].type == "directory" and has_code(bundle, path)
      if not is_wrong and place ~= "" then
        expected = contents[name:lower()]
        is_wrong = expected and name ~= expected and not bundles.exists(bundle, place .. expected)
      end
      if is_wrong then
        report:file(path, "'%s' is not the folder that the system looks for", name, {
          expected = expected, fix = "rename it to " .. expected,
        })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "ios", files = { ["Settings.bundle/Root.plist"] = "{}", ["SETTINGS.bundle"] = "x" } },
      { files = { ["Contents/settings.bundle/Root.plist"] = "{}" } },
      { kind = "extension", platform = "ios", files = { ["settings.bundle/Root.plist"] = "{}" } },
      {}, { bundles = { ["Contents/PlugIns/Share.appex"] = {}, ["Contents/Frameworks/Kit.framework"] = {} } },
      { files = { ["Contents/plugins/java/lib.jar"] = "x", ["Contents/Watch"] = "x" } },
      { platform = "ios", files = { ["Frameworks/a.dylib"] = "x", ["macos/a.txt"] = "x" } },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { ["plugins/a.dylib"] = "x" } } } },
    },
    fail = {
      { platform = "ios", files = { ["settings.bundle/Root.plist"] = "{}" }, at = "settings.bundle" },
      { files = { ["Contents/Macos/App"] = "x", ["Contents/MacOS/App"] = false }, at = "Contents/Macos" },
      { files = { ["Contents/resources/a.txt"] = "x" }, at = "Contents/resources" },
      { files = { ["Contents/Plugins/Share.appex/Contents/Info.plist"] = "{}" }, at = "Contents/Plugins" },
      { files = { ["Contents/frameworks/liba.dylib"] = "x" }, at = "Contents/frameworks" },
      { platform = "ios", files = { ["Plugins/Share.appex/Info.plist"] = "{}" }, at = "Plugins" },
    },
  },
}
