local values = import "apple.values"

-- Keys that the system reads in the app and not in its extensions, with what does not work without them.
local keys_of_app = {
  NSSupportsLiveActivities = { "the app cannot start Live Activities", "error" },
  NSSupportsLiveActivitiesFrequentUpdates = { "Live Activities are not updated frequently" },
  BGTaskSchedulerPermittedIdentifiers = { "the system does not run these tasks" },
  CFBundleURLTypes = { "no URL opens the app" },
  LSApplicationQueriesSchemes = { "the app may not ask for these schemes" },
  UIApplicationShortcutItems = { "the Home Screen shows no such actions" },
  UIFileSharingEnabled = { "the app's documents are not shared" },
  LSSupportsOpeningDocumentsInPlace = { "documents are not opened in place" },
}
-- Modes that extensions have, too.
local modes_of_app = { ["remote-notification"] = true, fetch = true, processing = true, voip = true, location = true }

-- For the examples.
local function app(own, inner, at)
  return {
    kind = "application", platform = "ios", info = own, at = at and "PlugIns/Widget.appex:/" .. at,
    bundles = { ["PlugIns/Widget.appex"] = { info = inner } },
  }
end

rule "keys-of-the-app" {
  summary   = "Keys that the system reads only in the app must be in the app, and not only in an extension",
  severity  = "warning",
  rationale = "The system does not look for these keys in extensions: Live Activities never start, background tasks never run, and links "
    .. "do "
    .. "not open the app. The keys of a Live Activity are an error, because nothing else can start one.",
  source    = {
    "Displaying live data with Live Activities", "Bundle Resources: NSSupportsLiveActivities, BGTaskSchedulerPermittedIdentifiers",
    "Information Property List Key Reference: CFBundleURLTypes, UIBackgroundModes",
  },
  applies   = {
    kind = "extension", platform = { "ios", "visionos" }, nested = true, key = {
      "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates", "BGTaskSchedulerPermittedIdentifiers", "CFBundleURLTypes",
      "LSApplicationQueriesSchemes", "UIApplicationShortcutItems", "UIFileSharingEnabled", "LSSupportsOpeningDocumentsInPlace",
      "UIBackgroundModes",
    },
  },
  check     = function(bundle, report)
    local host, info = values.host(bundle), bundle.info
    if not host or not values.is_app_extension(bundle) then return end
    for key, facts in pairs(keys_of_app) do
      if info[key] ~= nil and info[key] ~= false and host.info[key] == nil then
        report:at(info, key, "the system reads %s only in the app, which does not have it: %s", key, facts[1], {
          expected = key .. " in the Info.plist of " .. host.name, fix = "move the key to the app", severity = facts[2],
        })
      end
    end
    local own = {}
    for _, mode in ipairs(values.list(host.info.UIBackgroundModes)) do own[mode] = true end
    for index, mode in ipairs(values.list(info.UIBackgroundModes)) do
      if modes_of_app[mode] and not own[mode] then
        report:at(info.UIBackgroundModes, index, "the system reads the mode '%s' only in the app, which does not have it", mode, {
          expected = mode .. " in UIBackgroundModes of " .. host.name, fix = "move the mode to the app",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({}, {}), app({ NSSupportsLiveActivities = true }, { NSSupportsLiveActivities = true }),
      app({}, { NSSupportsLiveActivities = false }),
      app({ NSSupportsLiveActivities = false }, { NSSupportsLiveActivities = true }), app({}, { UIBackgroundModes = { "audio" } }),
      app({ UIBackgroundModes = { "fetch" } }, { UIBackgroundModes = { "fetch" } }),
      { platform = "ios", info = { NSSupportsLiveActivities = true } },
      { kind = "application", platform = "ios", bundles = {
        ["PlugIns/A.bundle"] = { info = { NSSupportsLiveActivities = true } },
        ["XPCServices/Work.xpc"] = { info = { NSSupportsLiveActivities = true } },
      } },
      { kind = "application", platform = "macos", bundles = { ["Contents/PlugIns/A.appex"] = { info = { CFBundleURLTypes = { {} } } } } },
    },
    fail = {
      {
        kind = "application", platform = "visionos", info = { UIDeviceFamily = { 7 } },
        bundles = { ["PlugIns/W.appex"] = { info = { UIFileSharingEnabled = true } } }, at = "PlugIns/W.appex:/UIFileSharingEnabled",
      },
      app({}, { NSSupportsLiveActivities = true }, "NSSupportsLiveActivities"),
      app({}, { NSSupportsLiveActivitiesFrequentUpdates = true }, "NSSupportsLiveActivitiesFrequentUpdates"),
      app({}, { BGTaskSchedulerPermittedIdentifiers = { "a" } }, "BGTaskSchedulerPermittedIdentifiers"),
      app({}, { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } } } }, "CFBundleURLTypes"),
      app({}, { LSApplicationQueriesSchemes = { "a" } }, "LSApplicationQueriesSchemes"),
      app({}, { UIApplicationShortcutItems = { {} } }, "UIApplicationShortcutItems"),
      app({}, { UIFileSharingEnabled = true }, "UIFileSharingEnabled"),
      app({}, { LSSupportsOpeningDocumentsInPlace = true }, "LSSupportsOpeningDocumentsInPlace"),
      app({ UIBackgroundModes = { "audio" } }, { UIBackgroundModes = { "audio", "fetch" } }, "UIBackgroundModes/1"),
    },
  },
}
