local slices = import "apple.code.slices"
local values = import "apple.values"

-- For the examples.
local library = "/System/Library/Frameworks/AccessorySetupKit.framework/AccessorySetupKit"
local function app(info, classes, at)
  return { platform = "ios", info = info, at = at and "/NSAccessorySetupSupports", files = { App = { mach_o = {
    platform = "ios", libraries = { library }, used_classes = classes,
  } } } }
end

rule "accessory-setup-declared" {
  summary   = "An app that uses AccessorySetupKit must declare which technologies it uses",
  severity  = "error",
  rationale = "The system ends an app that activates a session without NSAccessorySetupSupports or NSAccessorySetupKitSupports.",
  source    = {
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsaccessorysetupsupports",
    "https://developer.apple.com/documentation/accessorysetupkit/asaccessorysession",
  },
  applies   = {
    kind = "application", platform = "ios", links = "AccessorySetupKit.framework",
    without = { "NSAccessorySetupSupports", "NSAccessorySetupKitSupports" },
  },
  check     = function(bundle, report)
    for _, slice in ipairs(slices(bundle)) do
      local classes = values.readable(slice, "used_classes")
      if classes and classes.ASAccessorySession then
        return report:missing(bundle.info, "NSAccessorySetupSupports", "the code uses ASAccessorySession: the system ends the app when it "
          .. "starts to look for accessories", {
          expected = "a list such as Bluetooth, WiFi", fix = "add the key, and the identifiers that the app looks for",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app({}, { "NSObject" }), app({}, nil), app({ NSAccessorySetupSupports = { "WiFi" } }, { "ASAccessorySession" }),
      app({ NSAccessorySetupKitSupports = { "WiFi" } }, { "ASAccessorySession" }),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { A = app({}, { "ASAccessorySession" }).files.App } } } },
      { platform = "tvos", files = app({}, { "ASAccessorySession" }).files },
    },
    fail = { app({}, { "ASAccessorySession" }, true), app({}, { "NSObject", "ASAccessorySession" }, true) },
  },
}
