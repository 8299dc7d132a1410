-- Keys of watchOS, tvOS, visionOS and CarPlay.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "CLKComplicationPrincipalClass", type = "string", platforms = { watchos = "2.0" },
    deprecated = { watchos = "9.0" },
    summary = "Class that provides the data for complications", source = reference,
  },
  {
    key = "CLKComplicationSupportedFamilies", type = "array", platforms = { watchos = "2.0" },
    deprecated = { watchos = "7.0" },
    schema = {
      items = {
        type = "string",
        values = {
          "CLKComplicationFamilyModularSmall", "CLKComplicationFamilyModularLarge",
          "CLKComplicationFamilyUtilitarianSmall", "CLKComplicationFamilyUtilitarianSmallFlat",
          "CLKComplicationFamilyUtilitarianLarge", "CLKComplicationFamilyCircularSmall",
          "CLKComplicationFamilyExtraLarge", "CLKComplicationFamilyGraphicCorner",
          "CLKComplicationFamilyGraphicBezel", "CLKComplicationFamilyGraphicCircular",
          "CLKComplicationFamilyGraphicRectangular", "CLKComplicationFamilyGraphicExtraLarge",
        },
      },
    },
    summary = "Families of complications that the app supports", source = reference,
  },
  {
    key = "WKAppBundleIdentifier", type = "string", platforms = { watchos = "1.0" },
    summary = "Watch app an extension belongs to", source = reference,
  },
  {
    key = "WKApplication", type = "boolean", platforms = { watchos = "7.0" },
    summary = "Whether the bundle is a single-target watch app", source = reference,
  },
  {
    key = "WKBackgroundModes", type = "array", platforms = { watchos = "3.0" },
    schema = {
      items = {
        type = "string",
        values = { "workout-processing", "self-care", "mindfulness", "physical-therapy", "alarm", "underwater-depth" },
      },
    },
    summary = "Work that the watch app continues in the background", source = reference,
  },
  {
    key = "WKCompanionAppBundleIdentifier", type = "string", platforms = { watchos = "1.0" },
    summary = "iPhone app the watch app belongs to", source = reference,
  },
  {
    key = "WKExtensionDelegateClassName", type = "string", platforms = { watchos = "2.0" },
    summary = "Class that receives the watch app's events", source = reference,
  },
  {
    key = "WKPrefersNetworkUponForeground", type = "boolean", platforms = { watchos = "9.0" },
    summary = "Whether the watch app needs the network when it opens", source = reference,
  },
  {
    key = "WKRunsIndependentlyOfCompanionApp", type = "boolean", platforms = { watchos = "6.0" },
    summary = "Whether the watch app works without its iPhone app", source = reference,
  },
  {
    key = "WKSupportsAlwaysOnDisplay", type = "boolean", platforms = { watchos = "8.0" },
    summary = "Whether the app stays visible when the wrist is down", source = reference,
  },
  {
    key = "WKSupportsLiveActivityLaunchAttributeTypes", type = "any", platforms = { watchos = "11.0" },
    summary = "Live Activities that open the watch app", source = reference,
  },
  {
    key = "WKWatchKitApp", type = "boolean", platforms = { watchos = "1.0" },
    summary = "Whether the bundle is a watch app", source = reference,
  },
  {
    key = "WKWatchOnly", type = "boolean", platforms = { watchos = "6.0" },
    summary = "Whether the watch app has no iPhone app", source = reference,
  },
  {
    key = "TVTopShelfImage", type = "dictionary", platforms = { tvos = "9.0" },
    schema = {keys = { TVTopShelfPrimaryImage = "string", TVTopShelfPrimaryImageWide = "string" } },
    summary = "Images of the top shelf", source = "TVServices",
  },
  {
    key = "TVTopShelfPrimaryImage", type = "string", platforms = { tvos = "9.0" },
    summary = "Image of the top shelf", source = "TVServices",
  },
  {
    key = "TVTopShelfPrimaryImageWide", type = "string", platforms = { tvos = "9.0" },
    summary = "Wide image of the top shelf", source = "TVServices",
  },
  {
    key = "UIWantsDetailedSurfaceInfo", type = "boolean", platforms = { visionos = true },
    summary = "Whether the app receives details of surfaces", source = "ARKit in visionOS",
  },
  {
    key = "RemoteInterfacePrincipalClass", type = "string", platforms = { ios = "8.2", watchos = "2.0" },
    summary = "First interface controller of a WatchKit extension, in early Xcode templates",
    source = "Xcode: WatchKit templates",
  },
}
