local values = import "apple.values"

-- Extension points that Apple documents or that Xcode's templates name. There are others: a name that is not like one of these is not
-- reported.
local points = {}
for _, name in ipairs {
  "AppSSO.idp-extension", "AudioUnit", "AudioUnit-UI", "FinderSync", "ManagedSettings.shield-action-service",
  "ManagedSettingsUI.shield-configuration-service", "Safari.content-blocker", "Safari.extension", "Safari.sharedlinks-service",
  "Safari.web-extension", "appintents-extension", "authentication-services-account-authentication-modification-ui",
  "authentication-services-credential-provider-ui", "background-asset-downloader-extension", "broadcast-services",
  "broadcast-services-setupui", "broadcast-services-upload", "callkit.call-directory", "classkit.context-provider", "ctk-tokens",
  "deviceactivity.monitor-extension", "deviceactivityui.report-extension", "dt.Xcode.extension.source-editor", "email.extension",
  "fileprovider-actionsui", "fileprovider-nonui", "fileprovider-ui", "identitylookup.classification-ui", "identitylookup.message-filter",
  "intents-service", "intents-ui-service", "keyboard-service", "location.push.service", "matter.support.extension.device-setup",
  "message-payload-provider", "networkextension.app-proxy", "networkextension.app-push", "networkextension.dns-proxy",
  "networkextension.filter-control", "networkextension.filter-data", "networkextension.packet-tunnel", "photo-editing", "photo-project",
  "printing.discovery", "quicklook.preview", "quicklook.thumbnail", "services", "share-services", "spotlight.import", "spotlight.index",
  "tv-services", "tv-top-shelf", "ui-services", "usernotifications.content-extension", "usernotifications.service", "watchkit",
  "widget-extension", "widgetkit-extension",
} do points["com.apple." .. name] = true end

-- Those that exist only on the Mac.
local only_mac = {}
for _, name in ipairs {
  "FinderSync", "Safari.extension", "dt.Xcode.extension.source-editor", "email.extension", "photo-project",
} do only_mac["com.apple." .. name] = true end

-- Letters and digits alone, in lower case.
local function bare(name) return (name:lower():gsub("%W", "")) end

-- Whether one letter was added, left out, replaced or exchanged with its neighbor.
local function is_slip(name, other)
  local first = 1
  while first <= #name and name:byte(first) == other:byte(first) do first = first + 1 end
  return name:sub(first + 1) == other:sub(first + 1) or name:sub(first) == other:sub(first + 1) or name:sub(first + 1) == other:sub(first)
    or name:byte(first) == other:byte(first + 1) and name:byte(first + 1) == other:byte(first)
    and name:sub(first + 2) == other:sub(first + 2)
end

-- Names that take the framework of a related extension point. The store has rejected some of them.
local mistaken = {
  ["com.apple.ManagedSettings.shield-configuration-service"] = "com.apple.ManagedSettingsUI.shield-configuration-service",
  ["com.apple.ManagedSettingsUI.shield-action-service"] = "com.apple.ManagedSettings.shield-action-service",
  ["com.apple.deviceactivity.report-extension"] = "com.apple.deviceactivityui.report-extension",
  ["com.apple.deviceactivityui.monitor-extension"] = "com.apple.deviceactivity.monitor-extension",
}

-- The extension point that a name misspells; nil if it is one, or is unlike them all.
local function meant(name)
  if points[name] then return nil end
  if mistaken[name] then return mistaken[name] end
  for point in pairs(points) do
    if bare(name) == bare(point) or is_slip(name:lower(), point:lower()) then return point end
  end
  return nil
end

rule "known-extension-point" {
  summary   = "The name of an extension point of the system must be spelled correctly",
  severity  = "error",
  rationale = "The system looks extensions up by the exact name of their extension point, in the same letter case; with any other, the "
    .. "extension is installed and never used. A device does not install an app with an extension for the Mac. Names that are not "
    .. "similar to a documented one are not reported.",
  source    = { "App Extension Keys: NSExtensionPointIdentifier", "ExtensionFoundation: EXExtensionPointIdentifier" },
  tags      = { "S3", "ITMS-90349" },
  applies   = { kind = "extension", key = { "NSExtension", "EXAppExtensionAttributes" }, when = values.is_app_extension },
  check = function(bundle, report)
    local info = bundle.info
    for holder, key in pairs { NSExtension = "NSExtensionPointIdentifier", EXAppExtensionAttributes = "EXExtensionPointIdentifier" } do
      local extension = info[holder]
      local name = plist.type(extension) == "dictionary" and values.text(extension[key])
      local point = name and meant(name)
      if point then
        report:at(extension, key, "the system has no extension point '%s'", name, {
          -- A name with other letters may be a new extension point.
          expected = point, fix = bare(name) == bare(point) and { text = "write " .. point, set = { [key] = point } } or "write " .. point,
        })
      elseif only_mac[name] and values.is_mobile(bundle) then
        report:at(extension, key, "the extension point '%s' exists only on the Mac", name, {
          expected = "an extension point of " .. values.system(bundle.platform), fix = "build the extension only for the Mac",
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.FinderSync" } } },
      { platform = "catalyst", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.FinderSync" } } },
      { platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.services" } } },
      {}, { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.ui-services" } } },
      { info = { NSExtension = "com.apple.ui-service", CFBundleExecutable = { true } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.new-feature" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-serv" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.example.editor" } } },
      -- Two letters are wrong.
      { info = { NSExtension = { NSExtensionPointIdentifier = "xom.apple.share-servicez" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "cxm.apple.share-servicxs" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.shxxe-services" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = 1 } } },
      { info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }, without = "NSExtension" },
      {
        kind = "application",
        bundles = {
          ["Contents/XPCServices/Work.xpc"] = { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.ui-service" } } },
          ["Contents/PlugIns/Share.appex"] = {},
        },
      },
    },
    fail = {
      {
        platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.deviceactivity.report-extension" } },
        message = "has no extension point", at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.ManagedSettingsUI.shield-action-service" } },
        message = "has no extension point", at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        platform = "ios", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.FinderSync" } },
        message = "exists only on the Mac", at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        platform = "visionos", info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.email.extension" } },
        message = "exists only on the Mac", at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.sharre-services" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com..apple..share-services" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.safari.web-extension" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-service" } }, at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-servicess" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-survices" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-sevrices" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widget_extension" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extenson" } }, without = "NSExtension",
        at = "/EXAppExtensionAttributes/EXExtensionPointIdentifier",
      },
    },
  },
}
