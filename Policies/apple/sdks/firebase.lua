local elsewhere = import "apple.elsewhere"

local signs = {
  "Frameworks/FirebaseCore.framework", "FirebaseCore_Privacy.bundle", "Firebase_FirebaseCore.bundle",
  "Contents/Frameworks/FirebaseCore.framework", "Contents/Resources/Firebase_FirebaseCore.bundle",
}

-- For the examples.
local function app(files, at, more)
  local inside = { ["Frameworks/FirebaseCore.framework"] = {} }
  for path, bundle in pairs(more or {}) do inside[path] = bundle end
  return { platform = "ios", files = files, bundles = inside, at = at }
end

rule "firebase-configuration" {
  summary   = "An app with Firebase should contain GoogleService-Info.plist",
  severity  = "warning",
  rationale = "FirebaseApp.configure() terminates the app at launch if it finds no such file. It is a warning because code can state the "
    .. "options itself, as apps made with Flutter do, which are not reported.",
  source    = "Firebase for Apple platforms: Add Firebase to your Apple project",
  tags      = { "sdk" },
  applies   = { kind = "application", nested = false, files = signs },
  check     = function(bundle, report)
    if bundles.exists(bundle, "Frameworks/Flutter.framework") then return end
    if bundles.exists(bundle, "Contents/Frameworks/FlutterMacOS.framework") then return end
    -- Apps with several projects name their files in code.
    if #bundles.walk(bundle, "**/GoogleService*.plist") > 0 then return end
    local path = (bundle.layout == "contents" and "Contents/Resources/" or "") .. "GoogleService-Info.plist"
    report:file(path, "the app contains Firebase, but no GoogleService-Info.plist: FirebaseApp.configure() terminates it at launch", {
      expected = path, fix = "add the file to the target, or configure Firebase with FirebaseOptions",
    })
  end,
  examples  = {
    pass = {
      elsewhere(app {}, { kind = "framework" }),
      { platform = "ios", bundles = { ["Watch/W.app"] = { platform = "watchos", files = { ["FirebaseCore_Privacy.bundle/a"] = "x" } } } },
      {}, app { ["GoogleService-Info.plist"] = "{}" }, app { ["Config/GoogleService-Info-Release.plist"] = "{}" },
      app({}, nil, { ["Frameworks/Flutter.framework"] = {} }),
      { platform = "macos", bundles = {
        ["Contents/Frameworks/FirebaseCore.framework"] = {}, ["Contents/Frameworks/FlutterMacOS.framework"] = {},
      } },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { ["FirebaseCore_Privacy.bundle/a"] = "x" } } } },
    },
    fail = {
      { platform = "ios", files = { ["Firebase_FirebaseCore.bundle/a"] = "x" }, at = "GoogleService-Info.plist" },
      {
        platform = "macos", files = { ["Contents/Resources/Firebase_FirebaseCore.bundle/a"] = "x" },
        at = "Contents/Resources/GoogleService-Info.plist",
      },
      app({}, "GoogleService-Info.plist"),
      { platform = "ios", files = { ["FirebaseCore_Privacy.bundle/a"] = "x" }, at = "GoogleService-Info.plist" },
      {
        platform = "macos", bundles = { ["Contents/Frameworks/FirebaseCore.framework"] = {} },
        at = "Contents/Resources/GoogleService-Info.plist",
      },
    },
  },
}
