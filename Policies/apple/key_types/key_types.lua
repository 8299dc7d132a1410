local forms = import "apple.key_types.forms"
local usage_keys = import "apple.key_types.usage_keys"

rule "key-types" {
  summary   = "Values must have the types that the platform reads under their keys",
  severity  = "error",
  rationale = "The platform ignores a value of another type or terminates the app; the store rejects the upload.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List", "ITMS-90039" },
  tags      = { "S3", "S2", "ITMS-90039" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      if place.kind == "type" and not usage_keys.has(keys.split(place.under).base) then
        local value, wanted = place.node[place.key], forms.phrase(place.expected)
        -- boolean-types reports YES and the like.
        if not forms.is_tolerated(place.expected, value) then
          report:at(place.node, place.key, "%s is %s; %s is expected", place.key, forms.phrase(plist.type(value)), wanted, {
            expected = wanted, fix = forms.fix(place.key, place.expected, value),
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "0" } }, { platform = "ios", info = { MinimumOSVersion = "0" } },
      {}, { platform = "ios" },
      { info = { LSUIElement = "YES", NSHighResolutionCapable = 1, QLPreviewWidth = "800", LSUIPresentationMode = "3" } },
      { info = { ["com.example.Key"] = { 1 }, CFBundleDocumentTypes = { { ["com.example"] = 1 } } } },
      { info = { NSCameraUsageDescription = 1 } },
      { info = { CFBundleHelpBookFolder = { "a" }, CFPlugInTypes = { A = { "B" }, C = "D" } } },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = { arm64 = true }, ["UIRequiredDeviceCapabilities~ipad"] = { "arm64" } } },
    },
    fail = {
      { info = { CFBundleVersion = 42 }, at = "/CFBundleVersion" }, { info = { LSUIElement = "perhaps" }, at = "/LSUIElement" },
      { info = { LSUIElement = 2 }, at = "/LSUIElement" },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeExtensions = "txt" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions" },
      { info = { CFBundleDocumentTypes = { "x" } }, at = "/CFBundleDocumentTypes/0" },
      { info = { CFPlugInTypes = { A = 1 } }, at = "/CFPlugInTypes/A" },
      { platform = "ios", info = { UIRequiredDeviceCapabilities = "arm64" }, at = "/UIRequiredDeviceCapabilities" },
      { platform = "ios", info = { ["UIStatusBarHidden~ipad"] = { true } }, at = "/UIStatusBarHidden~0ipad" },
      { info = { QLPreviewWidth = "wide" }, at = "/QLPreviewWidth" },
      { info = { LSEnvironment = "1" }, at = "/LSEnvironment" },
      { info = { CFBundleHelpBookFolder = { "A", 1 } }, at = "/CFBundleHelpBookFolder/1" },
      { info = { CFBundleHelpBookName = { 1 } }, at = "/CFBundleHelpBookName/0" },
      { platform = "ios", info = { LSApplicationIsStickerProvider = "perhaps" }, at = "/LSApplicationIsStickerProvider" },
    },
  },
}
