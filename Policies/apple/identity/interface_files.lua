local interface = import "apple.identity.interface"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The file types that a key's value may refer to.
local kinds = {
  UIMainStoryboardFile = { "storyboardc" }, UILaunchStoryboardName = { "storyboardc", "nib" },
}
local mac_kinds = { NSMainNibFile = { "nib" }, NSMainStoryboardFile = { "storyboardc" } }
local scene = "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneStoryboardFile"
-- Launch screens for URL schemes, by the forms of UILaunchStoryboards.
local launch = "/%s/UILaunchStoryboardDefinitions/*/UILaunchStoryboardFile"

-- Whether the bundle has the file under a name that differs in letter case.
local function is_almost_there(bundle, name, type)
  local wanted = name:gsub("%." .. type .. "$", "") .. "." .. type
  for _, path in ipairs(bundles.walk(bundle, "**/*." .. type)) do
    local found = path:match("[^/]*$")
    if found ~= wanted and found:lower() == wanted:lower() then return true end
  end
  return false
end

local function imports_main(slice) return slice.imports and slice.imports["_NSApplicationMain"] end

-- Whether the program starts with the function of AppKit that reads the keys.
local function calls_application_main(bundle)
  for _, slice in ipairs(slices(bundle)) do
    local is_read, is_imported = pcall(imports_main, slice)
    -- Where this cannot be read, nothing excuses the keys.
    if not is_read or is_imported then return true end
  end
  return false
end

rule "interface-files" {
  summary   = "The bundle must contain the nib or storyboard that it starts with",
  severity  = "error",
  rationale = "Without it, the app crashes at launch or shows nothing. On the Mac, only NSApplicationMain reads the keys: apps of "
    .. "Electron, Python and Sparkle name a nib that they neither have nor load. There, names are reported if the program imports that "
    .. "function, or if they differ from a file only in letter case; apple.strict reports the rest.",
  source    = { "Information Property List Key Reference: Cocoa Keys", "Information Property List Key Reference: iOS Keys" },
  tags      = { "S13", "S2", "ITMS-90357", "ITMS-90476" },
  applies   = {
    kind = { "application", "extension", "plugin" },
    key = {
      "NSMainNibFile", "NSMainStoryboardFile", "UIMainStoryboardFile", "UILaunchStoryboardName", "UILaunchStoryboards",
      "/NSExtension/NSExtensionMainStoryboard", "UIApplicationSceneManifest",
    },
  },
  check     = function(bundle, report)
    local info = bundle.info
    for key, types in pairs(kinds) do
      for _, form in ipairs(values.forms(info, key)) do interface.judge(bundle, report, info, form, types) end
    end
    for key, types in pairs(mac_kinds) do
      for _, form in ipairs(values.forms(info, key)) do
        local name = values.text(info[form])
        if name and (values.is_mobile(bundle) or is_almost_there(bundle, name, types[1]) or calls_application_main(bundle)) then
          interface.judge(bundle, report, info, form, types)
        end
      end
    end
    interface.judge(bundle, report, values.dictionary(info.NSExtension), "NSExtensionMainStoryboard", { "storyboardc" })
    for _, entry in ipairs(plist.find(info, scene)) do
      interface.judge(bundle, report, entry.node, entry.key, { "storyboardc" })
    end
    for _, form in ipairs(values.forms(info, "UILaunchStoryboards")) do
      for _, entry in ipairs(plist.find(info, launch:format((form:gsub("~", "~0"))))) do
        local name = values.text(entry.value)
        -- Some name the source of the storyboard.
        interface.judge(bundle, report, entry.node, entry.key, { "storyboardc", "nib" }, name
          and name:gsub("%.storyboard$", ""):gsub("%.xib$", "") or nil)
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = { ["Main.storyboardc/Info-8.0+.plist"] = "{}" } },
      { platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = { ["Main.storyboardc"] = "x" } },
      { platform = "ios", info = { UILaunchStoryboardName = "Launch" }, files = { ["Launch.nib"] = { directory = true } } },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/en.lproj/MainMenu.nib"] = "" } },
      { info = { NSMainNibFile = "MainMenu.nib" }, files = { ["Contents/Resources/MainMenu.nib"] = "" } },
      { platform = "ios", info = { UILaunchStoryboardName = "Launch.nib" }, files = { ["Launch~ipad.nib"] = "" } },
      { platform = "ios", info = { UILaunchStoryboardName = "A.nibs" }, files = { ["A.nibs.nib"] = "" } },
      {
        platform = "ios", info = { UILaunchStoryboardName = "A.storyboardc.nib" },
        files = { ["A.storyboardc.nib"] = { directory = true } },
      },
      {
        kind = "extension", files = { ["Contents/Resources/Main.storyboardc/Info.plist"] = "{}" },
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionMainStoryboard = "Main" } },
      },
      { kind = "extension" }, { kind = "plugin" },
      {
        platform = "ios", files = { ["A.storyboardc/Info.plist"] = "{}", ["B.storyboardc/Info.plist"] = "{}", ["C.nib"] = "" },
        info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = {
          { UILaunchStoryboardFile = "A" }, { UILaunchStoryboardFile = "B.storyboard" }, { UILaunchStoryboardFile = "C.xib" },
          { UILaunchStoryboardFile = 1 },
        } } },
      },
      { platform = "ios", info = { UILaunchStoryboards = "A", CFBundleExecutable = {} } },
      {
        platform = "ios", files = { ["A.storyboards.storyboardc/Info.plist"] = "{}", ["B.xibs.nib"] = "" },
        info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = {
          { UILaunchStoryboardFile = "A.storyboards" }, { UILaunchStoryboardFile = "B.xibs" },
        } } },
      },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { UIMainStoryboardFile = "Main" } } } },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/NotMainMenu.nib"] = "" } },
      -- Electron has the nib in a framework, and loads it from there.
      {
        info = { NSMainNibFile = "MainMenu" },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/MainMenu.nib"] = "" } } },
      },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_NSApplicationLoad" } } } } },
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
      {
        info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_NSApplicationMain" } } } },
        at = "/NSMainNibFile",
      },
      {
        info = { NSMainStoryboardFile = "Main" },
        files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_NSApplicationMain", "_exit" } } } },
        at = "/NSMainStoryboardFile",
      },
      {
        platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = { ["Base.lproj/Main.storyboardc/a.nib"] = "x" },
        at = "Base.lproj/Main.storyboardc",
      },
      {
        platform = "ios", info = { UILaunchStoryboardName = "Launch" }, files = { ["Launch.storyboardc"] = { directory = true } },
        at = "Launch.storyboardc",
      },
      {
        platform = "ios", info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "Launch" } } } },
        at = "/UILaunchStoryboards/UILaunchStoryboardDefinitions/0/UILaunchStoryboardFile",
      },
      {
        platform = "ios",
        info = { ["UILaunchStoryboards~ipad"] = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "Pad" } } } },
        at = "/UILaunchStoryboards~0ipad/UILaunchStoryboardDefinitions/0/UILaunchStoryboardFile",
      },
      {
        kind = "extension",
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionMainStoryboard = "Gone" } },
        at = "/NSExtension/NSExtensionMainStoryboard",
      },
      { info = { NSMainNibFile = "MainMenu" }, files = { ["Contents/Resources/en.lproj/Mainmenu.nib"] = "" }, at = "/NSMainNibFile" },
      { info = { NSMainNibFile = "MainMenu.nib" }, files = { ["Contents/Resources/mainmenu.nib"] = "" }, at = "/NSMainNibFile" },
      { platform = "ios", info = { NSMainNibFile = "MainWindow" }, at = "/NSMainNibFile" },
      { kind = "plugin", platform = "ios", info = { NSMainNibFile = "MainWindow" }, at = "/NSMainNibFile" },
      {
        info = { NSMainStoryboardFile = "Main" }, files = { ["Contents/Resources/main.storyboardc/Info.plist"] = "{}" },
        at = "/NSMainStoryboardFile",
      },
      { platform = "ios", info = { UILaunchStoryboardName = "Launch" }, at = "/UILaunchStoryboardName" },
      { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Pad" }, at = "/UIMainStoryboardFile~0ipad" },
      {
        platform = "ios",
        info = {
          UIApplicationSceneManifest = {
            UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { { UISceneStoryboardFile = "Main" } } },
          },
        },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneStoryboardFile",
      },
    },
  },
}
