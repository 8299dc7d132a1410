local points = import "apple.extensions.points"

-- Keys of NSExtension itself, for every extension point.
local outer = {
  "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionMainStoryboard", "NSExtensionFileProviderDocumentGroup",
  "NSExtensionFileProviderSupportsEnumeration", "NSExtensionFileProviderActions",
}

-- For the examples.
local class = "Handler"
local function extension(point, keys, attributes, at)
  local own = { NSExtensionPointIdentifier = "com.apple." .. point, NSExtensionPrincipalClass = class }
  for key, value in pairs(keys) do own[key] = value end
  own.NSExtensionAttributes = attributes
  return { info = { NSExtension = own }, at = at and "/NSExtension/" .. at }
end

rule "extension-attributes-place" {
  summary   = "The attributes of an extension must be in NSExtensionAttributes, and only these",
  severity  = "error",
  rationale = "The system looks for each key in one place only. A key beside NSExtensionAttributes instead of inside it has no effect: the "
    .. "extension is installed and never asked.",
  source    = { "Bundle Resources: NSExtensionAttributes", "App Extension Programming Guide: App Extension Keys" },
  applies   = { kind = "extension", key = "NSExtension" },
  check     = function(bundle, report)
    local point, declared, attributes = points.of(bundle)
    for _, key in ipairs(point and point.attributes or {}) do
      -- A key in both places works; IntentsSupported may be in both.
      if declared[key] ~= nil and (not attributes or attributes[key] == nil) then
        report:at(declared, key, "%s has no effect in NSExtension; it belongs in NSExtensionAttributes", key, {
          expected = key .. " inside NSExtensionAttributes", fix = "move it into NSExtensionAttributes",
        })
      end
    end
    for _, key in ipairs(attributes and outer or {}) do
      if attributes[key] ~= nil and declared[key] == nil then
        report:at(attributes, key, "%s has no effect in NSExtensionAttributes; it belongs in NSExtension", key, {
          expected = key .. " inside NSExtension", fix = "move it into NSExtension",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, extension("quicklook.thumbnail", {}, { QLSupportedContentTypes = { "com.example.a" } }),
      extension("intents-service", { IntentsSupported = { "a" } }, { IntentsSupported = { "a" } }),
      extension("share-services", { QLSupportedContentTypes = { "x" } }, { NSExtensionActivationRule = "x" }),
      -- The template of Xcode has this key in NSExtension.
      extension("broadcast-services-upload", { RPBroadcastProcessMode = "RPBroadcastProcessModeSampleBuffer" }),
      extension("unknown-point", { IsASCIICapable = true }), { info = { NSExtension = "x", CFBundleExecutable = { true } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = { 1 }, IsASCIICapable = true } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "example.quicklook.thumbnail", QLThumbnailMinimumDimension = 1 } } },
      extension("keyboard-service", { NSExtensionPrincipalClass = "A" }, { NSExtensionPrincipalClass = "A", PrimaryLanguage = "en" }),
      extension("keyboard-service", { NSExtensionPrincipalClass = "A" }, { NSExtensionPrincipalClass = { "A" }, PrimaryLanguage = "en" }),
      { info = { NSExtension = { NSExtensionPointIdentifier = "org.com.apple.keyboard-service", IsASCIICapable = true } } },
      { kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.keyboard-service", IsASCIICapable = true } },
      } } },
    },
    fail = {
      extension("quicklook.thumbnail", { QLSupportedContentTypes = "com.example.a" }, nil, "QLSupportedContentTypes"),
      extension("quicklook.preview", { QLSupportedContentTypes = { "com.example.a" } }, {
        QLSupportsSearchableItems = true,
      }, "QLSupportedContentTypes"),
      extension("share-services", { NSExtensionActivationRule = "TRUEPREDICATE" }, nil, "NSExtensionActivationRule"),
      extension("keyboard-service", { IsASCIICapable = true }, { PrimaryLanguage = "en" }, "IsASCIICapable"),
      { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.photo-editing",
        NSExtensionAttributes = { NSExtensionPrincipalClass = "A", PHSupportedMediaTypes = { "Image" } },
      } }, at = "/NSExtension/NSExtensionAttributes/NSExtensionPrincipalClass" },
      { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.photo-editing",
        NSExtensionAttributes = { NSExtensionMainStoryboard = "A", PHSupportedMediaTypes = { "Image" } },
      } }, at = "/NSExtension/NSExtensionAttributes/NSExtensionMainStoryboard" },
    },
  },
}
