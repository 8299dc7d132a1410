-- Public extension points, without the prefix `com.apple.`: the keys of NSExtensionAttributes that an extension of that point has
-- (`attributes`), and those that it must have (`required`; of a list in it, one is enough), because the system never offers the extension
-- without them.
local points = {
  ["quicklook.preview"] = {
    attributes = { "QLSupportedContentTypes", "QLSupportsSearchableItems", "QLIsDataBasedPreview" },
    required = { { "QLSupportedContentTypes", "QLSupportsSearchableItems" } },
  },
  ["quicklook.thumbnail"] = {
    attributes = { "QLSupportedContentTypes", "QLThumbnailMinimumDimension" }, required = { "QLSupportedContentTypes" },
  },
  ["share-services"] = {
    attributes = { "NSExtensionActivationRule", "NSExtensionJavaScriptPreprocessingFile", "IntentsSupported" },
    required = {},
  },
  ["ui-services"] = {
    attributes = {
      "NSExtensionActivationRule", "NSExtensionJavaScriptPreprocessingFile", "NSExtensionServiceRoleType",
      "NSExtensionServiceAllowsFinderPreviewItem", "NSExtensionServiceAllowsToolbarItem", "NSExtensionServiceAllowsTouchBarItem",
    },
    required = {},
  },
  ["services"] = {
    attributes = {
      "NSExtensionActivationRule", "NSExtensionJavaScriptPreprocessingFile", "NSExtensionServiceRoleType",
      "NSExtensionServiceAllowsFinderPreviewItem", "NSExtensionServiceAllowsToolbarItem", "NSExtensionServiceAllowsTouchBarItem",
    },
    required = {},
  },
  ["keyboard-service"] = {
    attributes = { "IsASCIICapable", "PrefersRightToLeft", "PrimaryLanguage", "RequestsOpenAccess" }, required = {},
  },
  ["intents-service"] = {
    attributes = {
      "IntentsSupported", "IntentsRestrictedWhileLocked", "IntentsRestrictedWhileProtectedDataUnavailable", "SupportedMediaCategories",
    },
    required = { "IntentsSupported" },
  },
  ["intents-ui-service"] = { attributes = { "IntentsSupported" }, required = { "IntentsSupported" } },
  ["usernotifications.content-extension"] = {
    attributes = {
      "UNNotificationExtensionCategory", "UNNotificationExtensionInitialContentSizeRatio", "UNNotificationExtensionDefaultContentHidden",
      "UNNotificationExtensionOverridesDefaultTitle", "UNNotificationExtensionUserInteractionEnabled",
    },
    required = { "UNNotificationExtensionCategory", "UNNotificationExtensionInitialContentSizeRatio" },
  },
  ["photo-editing"] = { attributes = { "PHSupportedMediaTypes" }, required = {} },
  ["photo-project"] = { attributes = { "PHProjectCategory", "PHProjectExtensionDefinesProjectTypes" }, required = {} },
  ["spotlight.import"] = { attributes = { "CSSupportedContentTypes" }, required = { "CSSupportedContentTypes" } },
  ["identitylookup.message-filter"] = { attributes = { "ILMessageFilterExtensionNetworkURL" }, required = {} },
  ["identitylookup.classification-ui"] = {
    attributes = { "ILClassificationExtensionNetworkReportDestination", "ILClassificationExtensionSMSReportDestination" }, required = {},
  },
  ["authentication-services-credential-provider-ui"] = {
    attributes = { "ASCredentialProviderExtensionCapabilities", "ASCredentialProviderExtensionShowsConfigurationUI" }, required = {},
  },
  ["AudioUnit"] = { attributes = { "AudioComponents", "AudioComponentBundle" }, required = { "AudioComponents" } },
  ["AudioUnit-UI"] = { attributes = { "AudioComponents", "AudioComponentBundle" }, required = { "AudioComponents" } },
  ["dt.Xcode.extension.source-editor"] = {
    attributes = { "XCSourceEditorCommandDefinitions", "XCSourceEditorExtensionPrincipalClass" },
    required = { "XCSourceEditorExtensionPrincipalClass" },
  },
  ["email.extension"] = { attributes = { "MEExtensionCapabilities", "MEComposeSession" }, required = { "MEExtensionCapabilities" } },
  ["ctk-tokens"] = {
    attributes = { "com.apple.ctk.class-id", "com.apple.ctk.driver-class", "com.apple.ctk.aid" }, required = {},
  },
}

local result = {}

-- The keys of the extension point of a bundle, its NSExtension, and the NSExtensionAttributes in that, which may be missing; nil if the
-- point has no such keys.
function result.of(bundle)
  local extension = bundle.info.NSExtension
  if plist.type(extension) ~= "dictionary" then return nil end
  local name = extension.NSExtensionPointIdentifier
  local point = type(name) == "string" and points[name:match("^com%.apple%.(.*)")]
  if not point then return nil end
  local attributes = extension.NSExtensionAttributes
  return point, extension, plist.type(attributes) == "dictionary" and attributes or nil
end

return result
