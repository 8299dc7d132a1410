local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local role = "CPTemplateApplicationSceneSessionRoleApplication"

local function has_carplay(list)
  for key, value in pairs(list) do
    local is_for_cars = key:find("^com%.apple%.developer%.carplay%-") or key == "com.apple.developer.playable-content"
    if is_for_cars and value ~= false then return true end
  end
  return false
end

-- For the examples.
local signed = { ["application-identifier"] = "ABCDE12345.com.example.app" }
local function app(list, at, name)
  return {
    platform = "ios", entitlements = list, at = at and "/UIApplicationSceneManifest/UISceneConfigurations/" .. role,
    info = { UIApplicationSceneManifest = { UISceneConfigurations = { [name or role] = { {
      UISceneClassName = "CPTemplateApplicationScene", UISceneConfigurationName = "Car",
    } } } } },
  }
end

rule "carplay-entitlement" {
  summary   = "An app with a scene for CarPlay must have one of the CarPlay entitlements",
  severity  = "error",
  rationale = "CarPlay shows only apps whose signature contains the entitlement for their category, which Apple grants on request. Without "
    .. "it, the app never appears in the car. Code that is not signed with its application identifier yet is not reported.",
  source    = { "CarPlay: Requesting CarPlay Entitlements", "CarPlay: Displaying Content in CarPlay" },
  applies   = { kind = "application", platform = "ios", nested = false, key = "UIApplicationSceneManifest" },
  check     = function(bundle, report)
    local configurations = values.dictionary(bundle.info.UIApplicationSceneManifest).UISceneConfigurations
    if #values.list(values.dictionary(configurations)[role]) == 0 then return end
    for _, part in ipairs(parts(bundle)) do
      if part.list["application-identifier"] ~= nil and not has_carplay(part.list) then
        return report:at(configurations, role, "%s is signed without an entitlement for CarPlay: the app does not appear there",
          part.code, {
          expected = "an entitlement such as com.apple.developer.carplay-audio",
          fix = "sign with a profile that contains the entitlement, or remove the scene",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app(), app { other = true }, app(signed, nil, "UIWindowSceneSessionRoleApplication"),
      app { ["application-identifier"] = "A.b", ["com.apple.developer.carplay-audio"] = true },
      app { ["application-identifier"] = "A.b", ["com.apple.developer.playable-content"] = true },
      { platform = "ios", entitlements = signed, info = { UIApplicationSceneManifest = { UISceneConfigurations = { [role] = {} } } } },
      { platform = "ios", entitlements = signed, info = { UIApplicationSceneManifest = "x" } },
      { platform = "ios", bundles = { ["AppClips/Clip.app"] = app(signed) } },
    },
    fail = {
      app(signed, true), app({ ["application-identifier"] = "A.b", ["com.apple.developer.carplay-audio"] = false }, true),
      app({ ["application-identifier"] = "A.b", ["x.com.apple.developer.carplay-audio"] = true }, true),
    },
  },
}
