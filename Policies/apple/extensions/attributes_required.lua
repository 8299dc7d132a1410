local points = import "apple.extensions.points"

local function is_said(value) return value ~= nil and value ~= "" and (plist.type(value) ~= "array" or #value > 0) end

-- For the examples.
local class = "Handler"
local function extension(point, attributes, at)
  return {
    info = { NSExtension = {
      NSExtensionPointIdentifier = "com.apple." .. point, NSExtensionPrincipalClass = class, NSExtensionAttributes = attributes,
    } },
    at = at and "/NSExtension/NSExtensionAttributes" .. at,
  }
end

rule "extension-attributes-required" {
  summary   = "An extension must have the attributes without which its extension point never uses it",
  severity  = "error",
  rationale = "The system asks a preview for its types, and an intents extension for its intents, before it "
    .. "starts them. Without an answer, the extension is installed and never started.",
  source    = { "Bundle Resources: NSExtensionAttributes", "App Extension Programming Guide: App Extension Keys" },
  applies   = { kind = "extension", key = "NSExtension" },
  check     = function(bundle, report)
    local point, declared, attributes = points.of(bundle)
    for _, wanted in ipairs(point and point.required or {}) do
      local names = type(wanted) == "table" and wanted or { wanted }
      local is_there, empty, misplaced = false, nil, false
      for _, key in ipairs(names) do
        local value = attributes and attributes[key]
        if is_said(value) then
          is_there = true
        elseif value ~= nil then
          empty = key
        -- extension-attributes-place reports a key beside the attributes.
        elseif declared[key] ~= nil then
          misplaced = true
        end
      end
      if not is_there and not misplaced then
        local list = table.concat(names, " or ")
        local message, options = "the extension does not state " .. list .. ": the system never uses it", {
          expected = list .. " in NSExtensionAttributes", fix = "add it as in Xcode's template of the extension",
        }
        if empty then
          report:at(attributes, empty, "%s", message, options)
        elseif attributes then
          report:missing(attributes, names[1], message, options)
        else
          report:missing(declared, "NSExtensionAttributes", message, options)
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, extension("quicklook.thumbnail", { QLSupportedContentTypes = { "com.example.a" } }),
      extension("quicklook.preview", { QLSupportsSearchableItems = true }),
      extension("quicklook.preview", { QLSupportedContentTypes = { "a" } }),
      extension("share-services", { NSExtensionActivationRule = { NSExtensionActivationSupportsText = true } }),
      extension("widgetkit-extension", nil), extension("photo-project", {}),
      { info = { NSExtension = "x", CFBundleExecutable = { true } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.spotlight.import", CSSupportedContentTypes = { "a" } } } },
      { kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.spotlight.import" } },
      } } },
    },
    fail = {
      extension("quicklook.thumbnail", nil, ""),
      extension("quicklook.preview", { QLIsDataBasedPreview = true }, "/QLSupportedContentTypes"),
      extension("intents-service", { Other = 1 }, "/IntentsSupported"),
      extension("spotlight.import", { CSSupportedContentTypes = "" }, "/CSSupportedContentTypes"),
      extension("intents-service", { IntentsSupported = { ["$array"] = true } }, "/IntentsSupported"),
      extension("usernotifications.content-extension", {
        UNNotificationExtensionCategory = "a",
      }, "/UNNotificationExtensionInitialContentSizeRatio"),
    },
  },
}
