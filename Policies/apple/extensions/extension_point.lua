local values = import "apple.values"

-- Some extension points with these words in their names create the extension's interface themselves.
local hosts = { "widgetkit", "safari", "watchkit", "intents", "xcode" }

local function needs_class(point)
  for _, word in ipairs(hosts) do
    if point:lower():find(word) then return false end
  end
  return true
end

-- Extension points whose extensions devices do not install without an entry point.
local strict = {}
for _, name in ipairs {
  "broadcast-services-upload", "callkit.call-directory", "fileprovider-actionsui", "fileprovider-nonui", "identitylookup.message-filter",
  "keyboard-service", "message-payload-provider", "networkextension.app-proxy", "networkextension.packet-tunnel", "photo-editing",
  "services", "share-services", "ui-services", "usernotifications.content-extension", "usernotifications.service",
} do strict["com.apple." .. name] = true end

local function is_said(value) return type(value) == "string" and value ~= "" end

rule "extension-point" {
  summary   = "An app extension must name its extension point and its entry point",
  severity  = "error",
  rationale = "The system finds extensions by their extension point; without one, the installer rejects the app.",
  source    = "App Extension Programming Guide: Anatomy of an App Extension's Information Property List",
  tags      = { "S3", "ITMS-90348", "MI-AppexBundleContainsClassOrStoryboard", "MI-class-and-storyboard", "MI-no-class" },
  applies   = { kind = "extension", when = values.is_app_extension },
  check = function(bundle, report)
    local info = bundle.info
    -- ExtensionKit extensions are in the Extensions folder and declare themselves with this key.
    local new = info.EXAppExtensionAttributes
    if plist.type(new) == "dictionary" then
      if not is_said(new.EXExtensionPointIdentifier) then
        report:missing(new, "EXExtensionPointIdentifier", "the extension does not name an extension point")
      end
      return
    end
    local extension = info.NSExtension
    if plist.type(extension) ~= "dictionary" then
      return report:missing(info, "NSExtension", "the extension does not declare what it extends", {
        expected = "NSExtension or EXAppExtensionAttributes", fix = "copy NSExtension from the template of the target",
      })
    end
    local point = extension.NSExtensionPointIdentifier
    if not is_said(point) then
      report:missing(extension, "NSExtensionPointIdentifier", "the extension does not name an extension point", {
        expected = "an extension point such as com.apple.share-services",
      })
    elseif not is_said(extension.NSExtensionMainStoryboard) and not is_said(extension.NSExtensionPrincipalClass) and needs_class(point) then
      report:missing(extension, "NSExtensionPrincipalClass", "the extension names neither a principal class nor a main storyboard", {
        expected = "NSExtensionPrincipalClass or NSExtensionMainStoryboard",
        severity = not (strict[point] and values.is_mobile(bundle)) and "warning" or nil,
      })
    elseif extension.NSExtensionMainStoryboard ~= nil and extension.NSExtensionPrincipalClass ~= nil then
      report:at(extension, "NSExtensionPrincipalClass", "the extension names both a principal class and a main storyboard", {
        expected = "one of the two", fix = "remove the one that the extension does not start with",
      })
    end
  end,
  examples = {
    pass = {
      {
        kind = "application",
        bundles = { ["Contents/PlugIns/Share.appex"] = {}, ["Contents/XPCServices/Work.xpc"] = { without = "NSExtension" } },
      },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.Safari.web-extension" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.dt.Xcode.extension.source-editor" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "Handler" } } },
      { info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }, without = "NSExtension" },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionMainStoryboard = "Main" } } },
    },
    fail = {
      { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "Handler", NSExtensionMainStoryboard = "Main",
      } }, at = "/NSExtension/NSExtensionPrincipalClass" },
      { without = "NSExtension", at = "/NSExtension" },
      { info = { NSExtension = { NSExtensionPrincipalClass = "Handler" } }, at = "/NSExtension/NSExtensionPointIdentifier" },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "", NSExtensionPrincipalClass = "Handler" } },
        at = "/NSExtension/NSExtensionPointIdentifier",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services" } }, at = "/NSExtension/NSExtensionPrincipalClass",
      },
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "" } },
        at = "/NSExtension/NSExtensionPrincipalClass",
      },
      {
        info = { EXAppExtensionAttributes = { Other = 1 } }, without = "NSExtension",
        at = "/EXAppExtensionAttributes/EXExtensionPointIdentifier",
      },
    },
  },
}
