local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local manifest = "EXUpdates.bundle/app.manifest"

-- For the examples.
local function app(settings, files, at)
  local all = { ["Expo.plist"] = "{ " .. settings .. " }" }
  for path, file in pairs(files or {}) do all[path] = file end
  return { platform = "ios", files = all, at = at }
end
local whole = 'EXUpdatesEnabled = YES; EXUpdatesURL = "https://u.expo.dev/1"; EXUpdatesRuntimeVersion = "1.0";'
local framework = { ["Frameworks/EXUpdates.framework/a"] = "x" }
local embedded = { [manifest] = "{}", ["main.jsbundle"] = "x" }

rule "expo-updates" {
  summary   = "An app with expo-updates must contain the embedded manifest, and state where its updates are",
  severity  = "error",
  rationale = "expo-updates raises an exception at launch if neither EXUpdates.bundle nor the app contains app.manifest: 'The embedded "
    .. "manifest is invalid or could not be read'. Without a runtime version, which is a warning, no update matches the app.",
  source    = {
    "Expo: Using the expo-updates library, Configuration", "github.com/expo/expo: EmbeddedAppLoader.swift, UpdatesConfig.swift",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", files = "Expo.plist" },
  check     = function(bundle, report)
    if bundles.problem(bundle, "Expo.plist") then return end
    local settings = bundles.read(bundle, "Expo.plist")
    if plist.type(settings) ~= "dictionary" or not values.text(settings.EXUpdatesURL) then return end
    if settings.EXUpdatesEnabled ~= nil and not values.is_true(settings.EXUpdatesEnabled) then return end
    if not values.text(settings.EXUpdatesRuntimeVersion) and not values.text(settings.EXUpdatesSDKVersion)
      and settings.EXUpdatesRuntimeVersion == nil then
      report:missing(settings, "EXUpdatesRuntimeVersion", "the settings do not state a runtime version: the app gets no updates", {
        expected = "the runtime version of the build", fix = "run npx expo prebuild, or add the key", severity = "warning",
      })
    end
    local is_embedded = settings.EXUpdatesHasEmbeddedUpdate == nil or values.is_true(settings.EXUpdatesHasEmbeddedUpdate)
    local has_code = bundles.exists(bundle, "Frameworks/EXUpdates.framework") or bundles.exists(bundle, "EXUpdates.bundle")
    if is_embedded and has_code and not bundles.exists(bundle, manifest) and #bundles.walk(bundle, "**/app.manifest") == 0 then
      report:file(manifest, "the app contains no embedded manifest: expo-updates terminates it at launch", {
        expected = manifest, fix = "add the build phase that creates it: create-updates-resources-ios.sh",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(app(whole, framework), { platform = "watchos" }),
      { platform = "ios" }, app(whole, embedded), app 'EXUpdatesEnabled = NO; EXUpdatesURL = "https://u.expo.dev/1";', app "", app "a",
      app(whole, { ["Frameworks/EXUpdates.framework/EXUpdates.bundle/app.manifest"] = "{}" }),
      app(whole .. "EXUpdatesHasEmbeddedUpdate = NO;", framework), app(whole), { platform = "ios", files = { ["Expo.plist"] = "()" } },
      app('EXUpdatesURL = "https://u.expo.dev/1"; EXUpdatesSDKVersion = "50.0.0";', embedded),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { ["Expo.plist"] = "{ EXUpdatesURL = a; }" } } } },
    },
    fail = {
      app(whole, framework, manifest), app(whole, { ["EXUpdates.bundle/PrivacyInfo.xcprivacy"] = "x" }, manifest),
      app('EXUpdatesURL = "https://u.expo.dev/1";', embedded, "Expo.plist:/EXUpdatesRuntimeVersion"),
      app(whole .. "EXUpdatesHasEmbeddedUpdate = YES;", framework, manifest),
    },
  },
}
