local values = import "apple.values"

-- Where Info.plist names classes that the system looks up when it starts the code.
local places = {
  "/NSPrincipalClass", "/WKExtensionDelegateClassName", "/CLKComplicationPrincipalClass", "/NSExtension/NSExtensionPrincipalClass",
  "/EXAppExtensionAttributes/EXPrincipalClass", "/CFBundleDocumentTypes/*/NSDocumentClass",
  "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneDelegateClassName",
  "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneClassName",
}

-- Whether a class can have the name: words joined by periods. Outside ASCII, Swift allows nearly all characters.
local function is_class(name)
  for part in name:gmatch("[^.]*") do
    if not part:find("^[%a_\x80-\xff$][%w_\x80-\xff$]*$") then return false end
  end
  return true
end

-- The name as the build would have put it, if only characters of the module are at fault.
local function repaired(name)
  local module, class = name:match("^(.+)%.([%a_][%w_]*)$")
  if not module or class == "swift" then return nil end
  return module:gsub("[^%w_\x80-\xff]", "_"):gsub("^%d", "_") .. "." .. class
end

rule "class-names" {
  summary   = "Keys that name a class must contain a name that a class can have",
  severity  = "error",
  rationale = "The system finds no class and starts the code without it: the app quits at launch, or its window stays black. In the name "
    .. "of a module, the compiler replaces hyphens and spaces by underscores: build settings must use PRODUCT_MODULE_NAME, not "
    .. "PRODUCT_NAME. Whether the class exists is not checked.",
  source    = {
    "Information Property List Key Reference: NSPrincipalClass", "Bundle Resources: UISceneDelegateClassName",
    "The Swift Programming Language: Lexical Structure",
  },
  tags      = { "S13", "S2" },
  applies   = {
    kind = { "application", "extension", "plugin" },
    key = {
      "NSPrincipalClass", "WKExtensionDelegateClassName", "CLKComplicationPrincipalClass", "NSExtension", "EXAppExtensionAttributes",
      "CFBundleDocumentTypes", "UIApplicationSceneManifest",
    },
  },
  check     = function(bundle, report)
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local name = values.text(entry.value)
        if name and not is_class(name) then
          local found = repaired(name)
          local text = found and "'%s' is not the name of a class; did you mean %s?" or "no class can have the name '%s'"
          report:at(entry.node, entry.key, text, name, found, {
            expected = found or "the name of a class, in Swift with its module before it",
            fix = found and "write " .. found or "write only the name of the class",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { NSPrincipalClass = "NSApplication", CFBundleDocumentTypes = { { NSDocumentClass = "My_App.Document2" } } } },
      { info = { NSPrincipalClass = "" } }, { info = { NSPrincipalClass = "$(PRINCIPAL CLASS)" } },
      { info = { NSPrincipalClass = "_TtC3App8Delegate" } },
      { info = { NSPrincipalClass = "Größe.Über" } }, { info = { NSPrincipalClass = 1, CFBundleExecutable = {} } }, { kind = "plugin" },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { NSPrincipalClass = "a b" } } } },
    },
    fail = {
      {
        info = { NSPrincipalClass = "My-App2.Application" }, at = "/NSPrincipalClass",
        message = "'My-App2.Application' is not the name of a class; did you mean My_App2.Application?",
      },
      { info = { NSPrincipalClass = "NSApplication " }, at = "/NSPrincipalClass", message = "no class can have the name 'NSApplication '" },
      { info = { NSPrincipalClass = "2App.Delegate" }, at = "/NSPrincipalClass", message = "did you mean _App.Delegate?" },
      { info = { NSPrincipalClass = ".Delegate" }, at = "/NSPrincipalClass" },
      { info = { NSPrincipalClass = "App-1.swift" }, at = "/NSPrincipalClass", message = "no class can have the name 'App-1.swift'" },
      { info = { NSPrincipalClass = "My App.Delegate h" }, at = "/NSPrincipalClass", message = "no class can have the name" },
      { info = { CFBundleDocumentTypes = { { NSDocumentClass = "My Document" } } }, at = "/CFBundleDocumentTypes/0/NSDocumentClass" },
      { platform = "watchos", info = { WKExtensionDelegateClassName = "a/b" }, at = "/WKExtensionDelegateClassName" },
      { platform = "watchos", info = { CLKComplicationPrincipalClass = "a b.C" }, at = "/CLKComplicationPrincipalClass" },
      {
        kind = "extension", info = { NSExtension = { NSExtensionPrincipalClass = "a b.C" } }, at = "/NSExtension/NSExtensionPrincipalClass",
      },
      {
        kind = "extension", info = { EXAppExtensionAttributes = { EXPrincipalClass = "a b.C" } }, without = "NSExtension",
        at = "/EXAppExtensionAttributes/EXPrincipalClass",
      },
      {
        platform = "ios",
        info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { {
          UISceneDelegateClassName = "My App.SceneDelegate",
        } } } } },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneDelegateClassName",
      },
      {
        platform = "ios",
        info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { {
          UISceneClassName = "UIWindowScene.h/m",
        } } } } },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneClassName",
      },
    },
  },
}
