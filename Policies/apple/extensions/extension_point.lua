local values = import "apple.values"

-- Of the hosts with these words in their names, some build themselves what the extension shows.
local hosts = { "widgetkit", "safari", "watchkit", "intents", "xcode" }

local function needs_class(point)
  for _, word in ipairs(hosts) do
    if point:lower():find(word) then return false end
  end
  return true
end

local function is_said(value) return type(value) == "string" and value ~= "" end

rule "extension-point" {
  summary   = "An app extension says what it extends, and where its code begins",
  severity  = "error",
  rationale = "The system finds extensions by their extension point; without one the installer refuses the application.",
  source    = "App Extension Programming Guide: Anatomy of an App Extension's Information Property List",
  tags      = { "S3" },
  applies   = { kind = "extension", when = values.is_app_extension },
  check = function(bundle, report)
    local info = bundle.info
    -- Extensions of the newer sort stand in Extensions and declare themselves with this key.
    local new = info.EXAppExtensionAttributes
    if plist.type(new) == "dictionary" then
      if not is_said(new.EXExtensionPointIdentifier) then
        report:missing(new, "EXExtensionPointIdentifier", "the extension names no extension point")
      end
      return
    end
    local extension = info.NSExtension
    if plist.type(extension) ~= "dictionary" then
      return report:missing(info, "NSExtension", "the extension does not say what it extends", {
        expected = "NSExtension or EXAppExtensionAttributes", fix = "copy it from the target's template",
      })
    end
    local point = extension.NSExtensionPointIdentifier
    if not is_said(point) then
      report:missing(extension, "NSExtensionPointIdentifier", "the extension names no extension point", {
        expected = "such as com.apple.share-services",
      })
    elseif extension.NSExtensionMainStoryboard == nil and extension.NSExtensionPrincipalClass == nil and needs_class(point) then
      report:missing(extension, "NSExtensionPrincipalClass", "the extension names neither a class nor a storyboard to begin with", {
        expected = "NSExtensionPrincipalClass or NSExtensionMainStoryboard", severity = "warning",
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
      { without = "NSExtension" }, { info = { NSExtension = { NSExtensionPrincipalClass = "Handler" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "", NSExtensionPrincipalClass = "Handler" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services" } } },
      { info = { EXAppExtensionAttributes = { Other = 1 } }, without = "NSExtension" },
    },
  },
}
