local has_class = import "apple.sdks.has_class"

-- For the examples.
local libraries = {
  "/System/Library/Frameworks/CoreLocation.framework/CoreLocation", "/System/Library/Frameworks/UIKit.framework/UIKit",
}
local usual = { "GMSServices", "GMSMapView" }
local function code(classes) return { mach_o = { platform = "ios", classes = classes, libraries = libraries } } end
local function app(files, at, classes)
  local all = { App = code(classes or usual) }
  for path, file in pairs(files or {}) do all[path] = file end
  return { platform = "ios", files = all, at = at and "GoogleMaps.bundle" }
end

rule "google-maps-resources" {
  summary   = "An app with the Google Maps SDK must contain GoogleMaps.bundle",
  severity  = "error",
  rationale = "The SDK is linked statically, and reads its images and texts from GoogleMaps.bundle. Without it, the app ends as soon as it "
    .. "shows a map: 'Google Maps SDK for iOS requires GoogleMaps.bundle to be part of your target under Copy Bundle Resources'.",
  source    = {
    "https://developers.google.com/maps/documentation/ios-sdk/config", "https://github.com/tuist/tuist/issues/6541",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", links = "CoreLocation.framework" },
  check     = function(bundle, report)
    if not has_class(bundle, { "GMSServices" }) or #bundles.walk(bundle, "**/GoogleMaps.bundle") > 0 then return end
    report:file("GoogleMaps.bundle", "the app contains the Google Maps SDK, but not its resources: the app ends when it shows a map", {
      expected = "GoogleMaps.bundle", fix = "add it to the target's phase Copy Bundle Resources",
    })
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app { ["GoogleMaps.bundle/Info.plist"] = "{}" }, app(nil, nil, { "Delegate" }),
      app { ["GoogleMaps_GoogleMapsTarget.bundle/GoogleMaps.bundle/Info.plist"] = "{}" },
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { A = code { "GMSServices" } } } } },
      { platform = "tvos", files = { App = code { "GMSServices" } } },
    },
    fail = { app({}, true), app({ ["GoogleMapsUtils.bundle/Info.plist"] = "{}" }, true), app({}, true, { "GMSServices" }) },
  },
}
