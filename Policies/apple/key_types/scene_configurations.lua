local is_slip = import "apple.custom_keys.slips"
local values = import "apple.values"

local roles = {
  "UIWindowSceneSessionRoleApplication", "UIWindowSceneSessionRoleExternalDisplay", "UIWindowSceneSessionRoleExternalDisplayNonInteractive",
  "UIWindowSceneSessionRoleVolumetricApplication", "UIWindowSceneSessionRoleAssistiveAccessApplication",
  "UISceneSessionRoleImmersiveSpaceApplication",
  "CPSceneSessionRoleImmersiveSpaceApplication", "CPTemplateApplicationSceneSessionRoleApplication",
  "CPTemplateApplicationDashboardSceneSessionRoleApplication",
  "CPTemplateApplicationInstrumentClusterSceneSessionRoleApplication",
}

-- The role that a name misspells; nil if there is none.
local function meant(name)
  local found
  for _, role in ipairs(roles) do
    if role == name then return nil end
    if is_slip(name, role) then found = role end
  end
  return found
end

-- For the examples: a manifest with scenes of the usual role.
local function scenes(...)
  return { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { ... } } } }
end

rule "scene-configurations" {
  summary   = "Scene configurations must have roles that UIKit knows, different names, and the classes that UIKit needs",
  severity  = "warning",
  rationale = "UIKit creates a scene without its delegate if the class has an empty name: the screen stays black. The code tells "
    .. "configurations apart by their names, and UIScene itself cannot show anything. Roles are not checked beyond typos: each system "
    .. "adds some.",
  source    = {
    "UIKit: UISceneSession.Role", "Bundle Resources: UISceneConfigurations",
    "Bundle Resources: UISceneConfigurationName, UISceneClassName, UISceneDelegateClassName",
  },
  tags      = { "S3" },
  applies   = {
    kind = "application", platform = { "ios", "tvos", "visionos", "catalyst" }, key = "/UIApplicationSceneManifest/UISceneConfigurations",
  },
  check     = function(bundle, report)
    local configurations = values.dictionary(values.dictionary(bundle.info.UIApplicationSceneManifest).UISceneConfigurations)
    for role in pairs(configurations) do
      local found = meant(role)
      if found then
        report:at(configurations, role, "UIKit has no role %s; did you mean %s?", role, found, {
          expected = found, fix = "rename it to " .. found,
        })
      end
    end
    local seen = {}
    for _, entry in ipairs(plist.find(bundle.info, "/UIApplicationSceneManifest/UISceneConfigurations/*/*")) do
      local scene = values.dictionary(entry.value)
      local name, delegate = values.text(scene.UISceneConfigurationName), scene.UISceneDelegateClassName
      if name and seen[name] then
        report:at(scene, "UISceneConfigurationName", "two scene configurations have the name '%s'", name, {
          expected = "a unique name", fix = "give one of them another name",
        })
      end
      if name then seen[name] = true end
      if type(delegate) == "string" and values.is_blank(delegate) then
        report:at(scene, "UISceneDelegateClassName", "the scene configuration names no delegate class", {
          expected = "the name of a class, or no UISceneDelegateClassName", fix = "write the module and the class, or remove the key",
          severity = "error",
        })
      end
      if scene.UISceneClassName == "UIScene" then
        report:at(scene, "UISceneClassName", "UIScene is only the base of the scene classes", {
          expected = "UIWindowScene", fix = "write UIWindowScene",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", info = { UIApplicationSceneManifest = "x" } },
      {
        platform = "visionos",
        info = { UIApplicationSceneManifest = { UISceneConfigurations = {
          UISceneSessionRoleImmersiveSpaceApplication = {}, UIWindowSceneSessionRoleFutureThings = {},
        } } },
      },
      { platform = "ios" }, { platform = "catalyst" },
      {
        platform = "ios", info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = "x" } } },
      },
      { platform = "ios", info = { UIApplicationSceneManifest = { UISceneConfigurations = {} } } },
      {
        platform = "ios",
        info = scenes({
          UISceneConfigurationName = "A", UISceneDelegateClassName = "App.SceneDelegate", UISceneClassName = "UIWindowScene",
        }, { UISceneConfigurationName = "B" }, {}, {}),
      },
      {
        platform = "ios",
        info = scenes("x", { UISceneDelegateClassName = 1 }, { UISceneConfigurationName = "" }, { UISceneConfigurationName = "" }),
      },
      { platform = "ios", bundles = { ["PlugIns/Share.appex"] = { info = scenes { UISceneClassName = "UIScene" } } } },
    },
    fail = {
      {
        platform = "ios", info = { UIApplicationSceneManifest = { UISceneConfigurations = { UIWindowSceneSessionRoleAplication = {} } } },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleAplication",
      },
      {
        platform = "ios",
        info = { UIApplicationSceneManifest = { UISceneConfigurations = { CPTemplateApplicationSceneSessionroleApplication = {} } } },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/CPTemplateApplicationSceneSessionroleApplication",
      },
      {
        platform = "ios", info = scenes({ UISceneConfigurationName = "A" }, { UISceneConfigurationName = "A" }),
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/1/UISceneConfigurationName",
      },
      {
        platform = "ios", info = scenes { UISceneDelegateClassName = " " },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneDelegateClassName",
      },
      {
        platform = "tvos", info = scenes { UISceneClassName = "UIScene" },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneClassName",
      },
      {
        platform = "visionos",
        info = { UIApplicationSceneManifest = { UISceneConfigurations = {
          UIWindowSceneSessionRoleApplication = { { UISceneConfigurationName = "A" } },
          UISceneSessionRoleImmersiveSpaceApplication = { { UISceneConfigurationName = "A" } },
        } } },
        at = "/UIApplicationSceneManifest/UISceneConfigurations/UIWindowSceneSessionRoleApplication/0/UISceneConfigurationName",
      },
    },
  },
}
