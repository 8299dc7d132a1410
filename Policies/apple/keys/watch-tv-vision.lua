-- Keys of watchOS, tvOS, visionOS and CarPlay.
return {
  {
    key = "CLKComplicationPrincipalClass", type = "string", platforms = { watchos = "2.0" },
    deprecated = { watchos = "9.0" },
    summary = "Class that feeds the complications", source = "Bundle Resources: Information Property List",
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
    summary = "Kinds of complications the app feeds", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKAppBundleIdentifier", type = "string", platforms = { watchos = "1.0" },
    summary = "Watch app an extension belongs to", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKApplication", type = "boolean", platforms = { watchos = "7.0" },
    summary = "Whether the bundle is a watch app of a single target",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKBackgroundModes", type = "array", platforms = { watchos = "3.0" },
    schema = {
      items = {
        type = "string",
        values = { "workout-processing", "self-care", "mindfulness", "physical-therapy", "alarm", "underwater-depth" },
      },
    },
    summary = "Work the watch app goes on with in the background",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKCompanionAppBundleIdentifier", type = "string", platforms = { watchos = "1.0" },
    summary = "iPhone app the watch app belongs to", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKExtensionDelegateClassName", type = "string", platforms = { watchos = "2.0" },
    summary = "Class that receives the watch app's events", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKPrefersNetworkUponForeground", type = "boolean", platforms = { watchos = "9.0" },
    summary = "Whether the watch app needs the network when it opens",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKRunsIndependentlyOfCompanionApp", type = "boolean", platforms = { watchos = "6.0" },
    summary = "Whether the watch app works without its iPhone app",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKSupportsAlwaysOnDisplay", type = "boolean", platforms = { watchos = "8.0" },
    summary = "Whether the app stays visible with the wrist down",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKSupportsLiveActivityLaunchAttributeTypes", type = "any", platforms = { watchos = "11.0" },
    summary = "Live Activities that open the watch app", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKWatchKitApp", type = "boolean", platforms = { watchos = "1.0" },
    summary = "Whether the bundle is a watch app", source = "Bundle Resources: Information Property List",
  },
  {
    key = "WKWatchOnly", type = "boolean", platforms = { watchos = "6.0" },
    summary = "Whether the watch app has no iPhone app", source = "Bundle Resources: Information Property List",
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
}
