local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- The parts of a Flutter app, by the folder of its frameworks.
local function parts(bundle)
  if bundle.layout == "contents" then
    return "Contents/Frameworks/FlutterMacOS.framework", "Contents/Frameworks/App.framework",
      "Resources/flutter_assets"
  end
  return "Frameworks/Flutter.framework", "Frameworks/App.framework", "flutter_assets"
end

-- For the examples.
local release = { ["flutter_assets/AssetManifest.bin"] = "x" }
local function flutter(more, at)
  local result = { platform = "ios", at = at, bundles = {
    ["Frameworks/Flutter.framework"] = {},
    ["Frameworks/App.framework"] = { files = release },
  } }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local debug = { ["flutter_assets/kernel_blob.bin"] = "x", ["flutter_assets/AssetManifest.bin"] = "x" }

rule "flutter-app" {
  summary   = "An app with Flutter's engine must contain App.framework with its assets, built for release",
  severity  = "error",
  rationale = "The engine finds the app's code and its assets in App.framework; without them the app stops at launch or shows nothing. A "
    .. "debug build, which contains kernel_blob.bin, starts on devices only from a debugger.",
  source    = {
    "Flutter: Add a Flutter module to your iOS project", "Flutter: Flutter's build modes",
    "github.com/flutter/flutter: FlutterDartProject.mm, DefaultSettingsForProcess",
  },
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = { "ios", "macos" },
    files = { "Frameworks/Flutter.framework", "Contents/Frameworks/FlutterMacOS.framework" },
  },
  check     = function(bundle, report)
    local engine, app, folder = parts(bundle)
    if not bundles.exists(bundle, engine) then return end
    -- Code of an app that has Flutter as one part may name other places.
    if bundle.info.FLTLibraryPath ~= nil then return end
    if not bundles.exists(bundle, app) then
      return report:file(app, "the app contains Flutter's engine, but not the app's code: it stops at launch", {
        expected = app, fix = "embed App.framework beside the engine",
      })
    end
    local assets = app .. "/" .. folder
    local has_assets = bundles.exists(bundle, assets)
    -- Code may name another folder.
    if not has_assets and bundle.info.FLTAssetsPath == nil and #bundles.files(bundle, "**/flutter_assets", "directory") == 0 then
      report:file(assets, "App.framework has no assets: the app shows nothing", {
        expected = assets, fix = "build the app with flutter build",
      })
    elseif has_assets and bundles.exists(bundle, assets .. "/kernel_blob.bin") then
      report:file(assets .. "/kernel_blob.bin", "the app is a debug build of Flutter", {
        expected = "a release build", fix = "build with flutter build --release", severity = not values.is_mobile(bundle) and "warning"
          or nil,
      })
    end
  end,
  examples  = {
    pass = {
      flutter { info = { FLTLibraryPath = "Frameworks/Code.framework" }, bundles = { ["Frameworks/Flutter.framework"] = {} } },
      elsewhere({ platform = "ios", bundles = { ["Frameworks/Flutter.framework"] = {} } }, { kind = "framework" }),
      elsewhere({ platform = "ios", bundles = { ["Frameworks/Flutter.framework"] = {} } }, { platform = "tvos" }),
      {}, flutter(), { platform = "ios" },
      { platform = "macos", bundles = {
        ["Contents/Frameworks/FlutterMacOS.framework"] = {},
        ["Contents/Frameworks/App.framework"] = { files = { ["Versions/A/Resources/flutter_assets/a"] = "x" } },
      } },
      { platform = "ios", info = { FLTAssetsPath = "x" },
        bundles = { ["Frameworks/Flutter.framework"] = {}, ["Frameworks/App.framework"] = {} } },
      {
        platform = "ios", files = { ["Module/flutter_assets/a"] = "x" },
        bundles = { ["Frameworks/Flutter.framework"] = {}, ["Frameworks/App.framework"] = {} },
      },
    },
    fail = {
      {
        platform = "macos", at = "Contents/Frameworks/App.framework/Resources/flutter_assets/kernel_blob.bin",
        bundles = {
          ["Contents/Frameworks/FlutterMacOS.framework"] = {},
          ["Contents/Frameworks/App.framework"] = { files = { ["Versions/A/Resources/flutter_assets/kernel_blob.bin"] = "x" } },
        },
      },
      { platform = "ios", bundles = { ["Frameworks/Flutter.framework"] = {} }, at = "Frameworks/App.framework" },
      {
        platform = "ios", bundles = { ["Frameworks/Flutter.framework"] = {}, ["Frameworks/App.framework"] = {} },
        at = "Frameworks/App.framework/flutter_assets",
      },
      {
        platform = "ios", bundles = { ["Frameworks/Flutter.framework"] = {}, ["Frameworks/App.framework"] = { files = debug } },
        at = "Frameworks/App.framework/flutter_assets/kernel_blob.bin",
      },
      {
        platform = "macos", bundles = { ["Contents/Frameworks/FlutterMacOS.framework"] = {} }, at = "Contents/Frameworks/App.framework",
      },
    },
  },
}
