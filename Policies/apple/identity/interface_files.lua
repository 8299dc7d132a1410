local values = import "apple.values"

-- The file types that a key's value may refer to.
local kinds = {
  NSMainNibFile = { "nib" }, NSMainStoryboardFile = { "storyboardc" }, UIMainStoryboardFile = { "storyboardc" },
  UILaunchStoryboardName = { "storyboardc", "nib" },
}
local devices = { "", "~iphone", "~ipad" }
local scene = "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneStoryboardFile"
-- Launch screens for URL schemes, by the forms of UILaunchStoryboards.
local launch = "/%s/UILaunchStoryboardDefinitions/*/UILaunchStoryboardFile"

local function find(bundle, name, types)
  for _, type in ipairs(types) do
    local plain = name:gsub("%." .. type .. "$", "")
    for _, device in ipairs(devices) do
      local path = bundles.resource(bundle, plain .. device, type)
      if path then return path end
    end
  end
  return nil
end

-- Whether a compiled storyboard lacks its table of contents. Those for the Mac have one that states a version.
local function is_hollow(bundle, path)
  return path:find("%.storyboardc$") and bundle.files[path] and bundle.files[path].type == "directory" and #bundles.walk(bundle, path .. "/Info*.plist") == 0
end

local function judge(bundle, report, node, key, name, types)
  name = values.text(name)
  local path = name and find(bundle, name, types)
  if path and is_hollow(bundle, path) then
    report:file(path, "the storyboard has no Info.plist", { expected = "a storyboard as ibtool compiles it", fix = "build it again, and copy the whole folder", discriminator = "" })
  elseif name and not path then
    report:at(node, key, "%s names '%s', but the bundle has no %s.%s", key, name, name, types[1], {
      expected = name .. "." .. table.concat(types, " or " .. name .. "."),
      fix = "add the file with exactly this spelling, or correct the name",
    })
  end
end

rule "interface-files" {
  summary   = "The bundle must contain the nib or storyboard that it starts with",
  severity  = "error",
  rationale = "Without it, the app crashes at launch or shows nothing.",
  source    = { "Information Property List Key Reference: Cocoa Keys", "Information Property List Key Reference: iOS Keys" },
  tags      = { "S13", "S2" },
  applies   = { kind = { "application", "extension", "plugin" } },
  check     = function(bundle, report)
    local info = bundle.info
    for key, types in pairs(kinds) do
      for _, form in ipairs(values.forms(info, key)) do judge(bundle, report, info, form, info[form], types) end
    end
    local extension = values.dictionary(info.NSExtension)
    judge(bundle, report, extension, "NSExtensionMainStoryboard", extension.NSExtensionMainStoryboard, { "storyboardc" })
    for _, entry in ipairs(plist.find(info, scene)) do
      judge(bundle, report, entry.node, entry.key, entry.value, { "storyboardc" })
    end
    for _, form in ipairs(values.forms(info, "UILaunchStoryboards")) do
      for _, entry in ipairs(plist.find(info, launch:format((form:gsub("~", "~0"))))) do
        local name = values.text(entry.value)
        -- Some name the source of the storyboard.
        judge(bundle, report, entry.node, entry.key, name and name:gsub("%.storyboard$", ""):gsub("%.xib$", ""), { "storyboardc", "nib" })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSMainStoryboardFile = "Main" }, files = { ["Contents/Resources/Main.storyboardc/Info-8.0+.plist"] = "{}" } },
      { info = { NSMainStoryboardFile = "Main" }, files = { ["Contents/Resources/Main.storyboardc"] = "x" } },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/MainMenu.nib"] = { directory = true } } },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/en.lproj/MainMenu.nib"] = "" } },
      { info = { NSMainNibFile = "MainMenu.nib" }, files = { ["Contents/Resources/MainMenu.nib"] = "" } },
      { kind = "extension" }, { kind = "plugin" },
      {
        platform = "ios", files = { ["A.storyboardc/Info.plist"] = "{}", ["B.storyboardc/Info.plist"] = "{}", ["C.nib"] = "" },
        info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = {
          { UILaunchStoryboardFile = "A" }, { UILaunchStoryboardFile = "B.storyboard" }, { UILaunchStoryboardFile = "C.xib" }, { UILaunchStoryboardFile = 1 },
        } } },
      },
      { platform = "ios", info = { UILaunchStoryboards = "A", CFBundleExecutable = {} } },
      {
        platform = "ios", files = { ["A.storyboards.storyboardc/Info.plist"] = "{}", ["B.xibs.nib"] = "" },
        info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "A.storyboards" }, { UILaunchStoryboardFile = "B.xibs" } } } },
      },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { NSMainNibFile = "MainMenu" } } } },
      { info = { NSMainNibFile = "" } }, { info = { NSMainNibFile = true } },
      {
        platform = "ios", info = { UIMainStoryboardFile = "Main", UILaunchStoryboardName = "Launch" },
        files = { ["Base.lproj/Main.storyboardc/Info.plist"] = "{}", ["Launch~ipad.nib"] = "" },
      },
      {
        platform = "ios",
        info = {
          UIApplicationSceneManifest = {
            UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { { UISceneStoryboardFile = "Main" } } },
          },
        },
        files = { ["Main.storyboardc/Info.plist"] = "{}" },
      },
    },
    fail = {
      { platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = { ["Base.lproj/Main.storyboardc/a.nib"] = "x" } },
      { platform = "ios", info = { UILaunchStoryboardName = "Launch" }, files = { ["Launch.storyboardc"] = { directory = true } } },
      { platform = "ios", info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "Launch" } } } } },
      { platform = "ios", info = { ["UILaunchStoryboards~ipad"] = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "Pad" } } } } },
      { kind = "extension", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionMainStoryboard = "Gone" } } },
      { info = { NSMainNibFile = "MainMenu" } },
      { info = { NSMainStoryboardFile = "Main" }, files = { ["Contents/Resources/main.storyboardc/Info.plist"] = "{}" } },
      { platform = "ios", info = { UILaunchStoryboardName = "Launch" } },
      { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Pad" } },
      {
        platform = "ios",
        info = {
          UIApplicationSceneManifest = {
            UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { { UISceneStoryboardFile = "Main" } } },
          },
        },
      },
    },
  },
}
