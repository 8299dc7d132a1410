local tables = import "apple.identity.class_tables"
local values = import "apple.values"

-- Where Info.plist names classes of the bundle's own code.
local places = {
  "/NSPrincipalClass", "/WKExtensionDelegateClassName", "/NSExtension/NSExtensionPrincipalClass",
  "/EXAppExtensionAttributes/EXPrincipalClass", "/CFBundleDocumentTypes/*/NSDocumentClass",
  "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneDelegateClassName",
}

-- The name of a Swift class for the runtime: `_TtC3App8Delegate` for App.Delegate; the name itself for any other class.
local function runtime_name(name)
  local module, class = name:match("^([%w_]+)%.([%w_]+)$")
  return module and ("_TtC%d%s%d%s"):format(#module, module, #class, class) or nil
end

-- The name with its module of a Swift class that has this name without one; nil if the code has another class of the name, or none.
local function with_module(all, name)
  local found
  for _, classes in ipairs(all) do
    if classes[name] then return nil end
  end
  for _, classes in ipairs(all) do
    for class in pairs(classes) do
      local length, rest = class:match("^_TtC(%d+)(.+)")
      local module = rest and rest:sub(1, length)
      if module and rest:sub(#module + 1) == #name .. name then found = module .. "." .. name end
    end
  end
  return found
end

-- For the examples.
local function app(class, classes, at, more)
  local result = {
    kind = "application", platform = "ios", at = at
      and "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/"
      .. "UISceneDelegateClassName",
    info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { {
      UISceneDelegateClassName = class,
    } } } } },
    files = { App = { mach_o = { platform = "ios", classes = classes } } },
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local delegate = { "_TtC3App11AppDelegate" }

rule "named-classes-exist" {
  summary   = "The Swift classes that Info.plist names must be in the code",
  severity  = "error",
  rationale = "The system looks the class up by its module and its name. After either was renamed, it finds none: the app quits at launch, "
    .. "its window stays black, or the extension does not start. A class in Swift is found only with the name of its "
    .. "module. Other names without a module may be classes of the system, and code whose classes cannot be read is not checked.",
  source    = {
    "Bundle Resources: UISceneDelegateClassName, NSExtensionPrincipalClass", "Information Property List Key Reference: NSPrincipalClass",
  },
  applies   = {
    kind = { "application", "extension" },
    key = {
      "NSPrincipalClass", "WKExtensionDelegateClassName", "NSExtension", "EXAppExtensionAttributes", "CFBundleDocumentTypes",
      "UIApplicationSceneManifest",
    },
  },
  check     = function(bundle, report)
    local all
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local name = values.text(entry.value)
        local wanted = name and runtime_name(name)
        -- NSApplication is the usual principal class.
        local is_plain = name and not wanted and not name:find("^NS")
        if wanted or is_plain then all = all or tables(bundle) or {} end
        local better = is_plain and with_module(all, name)
        if better then
          report:at(entry.node, entry.key, "the code has no class %s, but a Swift class %s: the system does not find it", name, better, {
            expected = better, fix = "write " .. better .. ", or add @objc(" .. name .. ") to the class",
          })
        elseif wanted then
          local is_there = #all == 0
          for _, classes in ipairs(all) do is_there = is_there or classes[wanted] == true or classes[name] == true end
          if not is_there then
            report:at(entry.node, entry.key, "the code has no class %s", name, {
              expected = "a class of the code, with the name of its module", fix = "correct the module or the name of the class",
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      -- A class that is derived from one of a library, and one in a library beside the frameworks.
      app("App.Scene", delegate, nil, { files = { App = { mach_o = { platform = "ios", classes = delegate, segments = {
        { name = "__DATA", size = 16, sections = { { name = "__objc_stublist", size = 8 } } },
      } } } } }),
      app("App.Scene", delegate, nil, { files = {
        App = { mach_o = { platform = "ios", classes = delegate } },
        ["Frameworks/libUI.dylib"] = { mach_o = { file_type = "dylib", id = "x" } },
      } }),
      { kind = "application" }, app("App.SceneDelegate", { "_TtC3App13SceneDelegate" }), app("SceneDelegate", delegate),
      app("SceneDelegate", { "_TtC3App13SceneDelegate", "SceneDelegate" }), app("Delegate", { "_TtC3App13SceneDelegate" }),
      app("X.App.Scene", delegate), app("App.Scene-x", delegate), app("AppDelegate", { "x_TtC3App11AppDelegate" }),
      app("NSScene", { "_TtC3App7NSScene" }), app("App SceneDelegate", { "_TtC3App13SceneDelegate" }),
      app("App.SceneDelegate", nil), { platform = "ios", info = { UIApplicationSceneManifest = "x" } },
      { platform = "ios", info = { UIApplicationSceneManifest = { UISceneConfigurations = {
        UIWindowSceneSessionRoleApplication = "x",
      } } } },
      app("App.SceneDelegate", { "App.SceneDelegate" }), app("$(MODULE).SceneDelegate", delegate), app(1, delegate),
      app("Kit.SceneDelegate", delegate, nil, { bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
        platform = "ios", file_type = "dylib", id = "x", classes = { "_TtC3Kit13SceneDelegate" },
      } } } } } }),
      { kind = "application", info = { NSPrincipalClass = "App.Application" }, files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = { info = { NSPrincipalClass = "A.B" }, files = {
        ["Contents/MacOS/A"] = { mach_o = { file_type = "bundle", classes = delegate } },
      } } } },
    },
    fail = {
      app("App.Scene", delegate, true, { files = { App = { mach_o = { platform = "ios", classes = delegate, segments = {
        { name = "__DATA", size = 16, sections = { { name = "__data", size = 8 } } },
      } } } } }),
      app("App.SceneDelegate", delegate, true), app("Old.AppDelegate", delegate, true),
      app("AppDelegate", delegate, true, { message = "a Swift class App.AppDelegate: the" }),
      app("MyNSView", { "_TtC3App8MyNSView" }, true),
      {
        kind = "application", info = { NSPrincipalClass = "App.Application" },
        files = { ["Contents/MacOS/App"] = { mach_o = { classes = delegate } } }, at = "/NSPrincipalClass",
      },
      {
        kind = "application", info = { CFBundleDocumentTypes = { { NSDocumentClass = "App.Document" } } },
        files = { ["Contents/MacOS/App"] = { mach_o = { classes = delegate } } }, at = "/CFBundleDocumentTypes/0/NSDocumentClass",
      },
      {
        kind = "extension", info = { NSExtension = { NSExtensionPrincipalClass = "A.B" } },
        files = { ["Contents/MacOS/Share"] = { mach_o = { classes = delegate } } }, at = "/NSExtension/NSExtensionPrincipalClass",
      },
      {
        kind = "extension", info = { EXAppExtensionAttributes = { EXPrincipalClass = "A.B" } }, without = "NSExtension",
        files = { ["Contents/MacOS/Share"] = { mach_o = { classes = delegate } } }, at = "/EXAppExtensionAttributes/EXPrincipalClass",
      },
      {
        kind = "application", platform = "watchos", info = { WKExtensionDelegateClassName = "A.B" },
        files = { App = { mach_o = { platform = "watchos", classes = delegate } } }, at = "/WKExtensionDelegateClassName",
      },
    },
  },
}
