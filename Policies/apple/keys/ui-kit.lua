-- Keys that UIKit and SpringBoard read: launch, scenes, orientation, status bar, background work.
local reference = "Information Property List Key Reference: iOS Keys"
local second_reference = "Bundle Resources: Information Property List"

return {
  {
    key = "UIAppFonts", type = "array", platforms = { ios = "3.2", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Font files of the app", source = reference,
  },
  {
    key = "UIApplicationExitsOnSuspend", type = "boolean",
    platforms = { ios = "4.0", tvos = "9.0", watchos = "2.0" },
    deprecated = { ios = "13.0", tvos = "13.0", watchos = "6.0" },
    summary = "Whether the app ends when it leaves the foreground", source = reference,
  },
  {
    key = "UIApplicationPreferredDefaultSceneSessionRole", type = "string", platforms = { visionos = "1.0" },
    schema = {
      values = {
        "UIWindowSceneSessionRoleApplication", "UIWindowSceneSessionRoleVolumetricApplication",
        "UISceneSessionRoleImmersiveSpaceApplication", "CPSceneSessionRoleImmersiveSpaceApplication",
      },
    },
    summary = "Role of the first scene", source = second_reference,
  },
  {
    key = "UIApplicationSceneManifest", type = "dictionary",
    platforms = { ios = "13.0", tvos = "13.0", visionos = "1.0", catalyst = "13.0" },
    schema = {
      keys = {
        UIApplicationSupportsMultipleScenes = {
          type = "boolean", summary = "Whether the app shows several scenes at once",
        },
        UIApplicationSupportsTabbedSceneCollection = {
          type = "boolean", platforms = { catalyst = true }, summary = "Whether scenes may be grouped in tabs",
        },
        UIApplicationPreferredDefaultSceneSessionRole = { type = "string", summary = "Role of the first scene" },
        CPSupportsDashboardNavigationScene = {
          type = "boolean", summary = "Whether the app shows navigation on the CarPlay dashboard",
        },
        CPSupportsInstrumentClusterNavigationScene = {
          type = "boolean", summary = "Whether the app shows navigation in the instrument cluster",
        },
        UISceneConfigurations = {
          type = "dictionary",
          summary = "Scenes by session role",
          others = {
            type = "array",
            items = {
              type = "dictionary",
              keys = {
                UISceneConfigurationName = { type = "string", summary = "Name of the configuration that the code uses" },
                UISceneClassName = { type = "string", summary = "Scene class" },
                UISceneDelegateClassName = { type = "string", summary = "Class of the scene's delegate" },
                UISceneStoryboardFile = { type = "string", summary = "Storyboard of the scene" },
                UISceneInitialImmersionStyle = { type = "string", summary = "Immersion a space starts with" },
              },
            },
          },
        },
      },
    },
    summary = "Scenes of the app", source = second_reference,
  },
  {
    key = "UIApplicationShortcutItems", type = "array", platforms = { ios = "9.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          UIApplicationShortcutItemType = {
            type = "string", required = true, summary = "Type of the action that the code uses",
          },
          UIApplicationShortcutItemTitle = {
            type = "string", required = true, localizable = true, summary = "Title of the action",
          },
          UIApplicationShortcutItemSubtitle = { type = "string", localizable = true, summary = "Subtitle of the action" },
          UIApplicationShortcutItemIconType = {
            type = "string", summary = "System icon",
            values = {
              "UIApplicationShortcutIconTypeAdd", "UIApplicationShortcutIconTypeAlarm", "UIApplicationShortcutIconTypeAudio",
              "UIApplicationShortcutIconTypeBookmark", "UIApplicationShortcutIconTypeCapturePhoto",
              "UIApplicationShortcutIconTypeCaptureVideo",
              "UIApplicationShortcutIconTypeCloud", "UIApplicationShortcutIconTypeCompose", "UIApplicationShortcutIconTypeConfirmation",
              "UIApplicationShortcutIconTypeContact", "UIApplicationShortcutIconTypeDate", "UIApplicationShortcutIconTypeFavorite",
              "UIApplicationShortcutIconTypeHome", "UIApplicationShortcutIconTypeInvitation", "UIApplicationShortcutIconTypeLocation",
              "UIApplicationShortcutIconTypeLove", "UIApplicationShortcutIconTypeMail", "UIApplicationShortcutIconTypeMarkLocation",
              "UIApplicationShortcutIconTypeMessage", "UIApplicationShortcutIconTypePause", "UIApplicationShortcutIconTypePlay",
              "UIApplicationShortcutIconTypeProhibit", "UIApplicationShortcutIconTypeSearch", "UIApplicationShortcutIconTypeShare",
              "UIApplicationShortcutIconTypeShuffle", "UIApplicationShortcutIconTypeTask", "UIApplicationShortcutIconTypeTaskCompleted",
              "UIApplicationShortcutIconTypeTime", "UIApplicationShortcutIconTypeUpdate",
            },
          },
          UIApplicationShortcutItemIconFile = { type = "string", summary = "Icon image" },
          UIApplicationShortcutItemIconSymbolName = { type = "string", summary = "Symbol used as icon" },
          UIApplicationShortcutItemUserInfo = { type = "dictionary", summary = "Values passed to the app" },
        },
      },
    },
    summary = "Quick actions of the Home Screen icon", source = reference,
  },
  {
    key = "UIApplicationShortcutWidget", type = "string",
    platforms = { ios = "10.0", tvos = "9.0", watchos = "2.0" },
    summary = "Identifier of the widget shown with the quick actions", source = reference,
  },
  {
    key = "UIApplicationSupportsIndirectInputEvents", type = "boolean",
    platforms = { ios = "13.4", tvos = "13.4", visionos = "1.0" },
    summary = "Whether the app supports pointer and trackpad events", source = second_reference,
  },
  {
    key = "UIApplicationSupportsPrintCommand", type = "boolean",
    platforms = { ios = "15.0", visionos = "1.0", catalyst = "15.0" },
    summary = "Whether Command-P prints", source = second_reference,
  },
  {
    key = "UIAppSupportsHDR", type = "boolean", platforms = { tvos = "11.2" },
    summary = "Whether the app plays HDR on Apple TV", source = reference,
  },
  {
    key = "UIBackgroundModes", type = "array",
    platforms = { ios = "4.0", tvos = "9.0", watchos = "4.0", visionos = "1.0" },
    schema = {
      items = {
        type = "string",
        values = {
          "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
          "nearby-interaction", "network-authentication", "newsstand-content", "processing", "push-to-talk",
          "remote-notification", "voip",
        },
      },
    },
    summary = "Work that the app continues in the background", source = reference,
  },
  {
    key = "UIDefaultLaunchStoryboard", type = "string", platforms = { ios = "9.0" },
    summary = "Launch storyboard when none of the URL schemes matches", source = reference,
  },
  {
    key = "UIDesignRequiresCompatibility", type = "boolean",
    platforms = { macos = "26.0", ios = "26.0", tvos = "26.0", watchos = "26.0", visionos = "26.0" },
    summary = "Whether the app keeps the appearance of the previous design", source = second_reference,
  },
  {
    key = "UIDeviceFamily", type = "any",
    platforms = { ios = "3.2", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {items = "integer" },
    summary = "Device families: 1 iPhone, 2 iPad, 3 Apple TV, 4 Apple Watch, 6 Mac, 7 Vision",
    source = reference,
  },
  {
    key = "UIDocumentBrowserRecentDocumentContentTypes", type = "array", platforms = { ios = "11.0" },
    schema = { items = "string" },
    summary = "Type identifiers of the recent documents listed for the app", source = reference,
  },
  {
    key = "UIFileSharingEnabled", type = "boolean",
    platforms = { ios = "3.2", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Whether users may exchange files with the app's Documents folder", source = reference,
  },
  {
    key = "UIInterfaceOrientation", type = "string",
    platforms = { ios = "2.0", visionos = "1.0", catalyst = "13.0" },
    schema = {
      values = {
        "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown",
        "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
      },
    },
    summary = "Orientation in which the app starts", source = reference,
  },
  {
    key = "UIInitialInterfaceOrientation", type = "string", platforms = { ios = "2.0" },
    successor = "UIInterfaceOrientation",
    schema = {
      values = {
        "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown",
        "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
      },
    },
    summary = "Older spelling of the orientation the app starts in", source = second_reference,
  },
  {
    key = "UILaunchImageFile", type = "string", platforms = { ios = "3.2" }, deprecated = { ios = "13.0" },
    successor = "UILaunchStoryboardName",
    summary = "Launch image, the base name of its variants", source = reference,
  },
  {
    key = "UILaunchImages", type = "array", platforms = { ios = "7.0", tvos = "9.0" },
    deprecated = { ios = "13.0", tvos = "13.0" }, successor = "UILaunchStoryboardName",
    schema = {
      items = {
        type = "dictionary",
        keys = {
          UILaunchImageName = {
            type = "string", required = true, summary = "Image name without extension or modifiers",
          },
          UILaunchImageMinimumOSVersion = {
            type = "string", required = true, summary = "First system for the image, as n.n.n",
          },
          UILaunchImageSize = { type = "string", summary = "Portrait size in points as {w, h}" },
          UILaunchImageOrientation = {
            type = "string",
            values = { "Portrait", "PortraitUpsideDown", "Landscape", "LandscapeLeft", "LandscapeRight" },
            summary = "Orientation of the image",
          },
        },
      },
    },
    summary = "Launch images by size, orientation and system", source = reference,
  },
  {
    key = "UILaunchScreen", type = "dictionary", platforms = { ios = "14.0" },
    schema = {
      keys = {
        UIColorName = { type = "string", summary = "Asset catalog color of the background" },
        UIImageName = { type = "string", summary = "Image in the middle" },
        UIImageRespectsSafeAreaInsets = { type = "boolean", summary = "Whether the image stays in the safe area" },
        UINavigationBar = {
          type = "dictionary", keys = { UIImageName = "string" }, summary = "Shows a navigation bar",
        },
        UITabBar = { type = "dictionary", keys = { UIImageName = "string" }, summary = "Shows a tab bar" },
        UIToolbar = { type = "dictionary", keys = { UIImageName = "string" }, summary = "Shows a toolbar" },
      },
    },
    summary = "Launch screen configured by a few settings", source = second_reference,
  },
  {
    key = "UILaunchScreens", type = "dictionary", platforms = { ios = "14.0" },
    schema = {
      keys = {
        UILaunchScreenDefinitions = { type = "array", items = "dictionary" },
        UIURLToLaunchScreenAssociations = { type = "dictionary", others = "string" },
        UIDefaultLaunchScreen = "string",
      },
    },
    summary = "Launch screens by URL scheme", source = second_reference,
  },
  {
    key = "UILaunchStoryboardName", type = "string",
    platforms = { ios = "8.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Storyboard shown while the app starts", source = reference,
  },
  {
    key = "UILaunchStoryboards", type = "dictionary_or_array", platforms = { ios = "9.0" },
    schema = {
      keys = {
        UILaunchStoryboardDefinitions = {
          type = "array",
          items = {
            type = "dictionary",
            keys = { UILaunchStoryboardFile = "string", UILaunchStoryboardIdentifier = "string" },
          },
        },
        UIURLToLaunchStoryboardAssociations = { type = "dictionary", others = "string" },
        UIDefaultLaunchStoryboard = "string",
      },
    },
    summary = "Launch storyboards by URL scheme", source = reference,
  },
  {
    key = "UILaunchToFullScreenByDefaultOnMac", type = "boolean", platforms = { macos = "12.1" },
    summary = "Whether an iPad app starts in full screen on a Mac", source = second_reference,
  },
  {
    key = "UIMainStoryboardFile", type = "string", platforms = { ios = "5.0", tvos = "9.0" },
    summary = "Main storyboard, without extension", source = reference,
  },
  {
    key = "UINewsstandApp", type = "boolean", platforms = { ios = "5.0" }, deprecated = { ios = "9.0" },
    summary = "Whether the app is a Newsstand publication", source = reference,
  },
  {
    key = "UIObservationTrackingEnabled", type = "boolean", platforms = { ios = true },
    summary = "Whether UIKit tracks observable objects automatically", source = second_reference,
  },
  {
    key = "UIPrefersShowingLanguageSettings", type = "boolean", platforms = { macos = true, ios = "18.0" },
    summary = "Whether Settings shows the app's language setting even with a single preferred language", source = reference,
  },
  {
    key = "UIPreferredDefaultInterfaceOrientation", type = "string", platforms = { ios = "2.0", visionos = "1.0" },
    schema = {
      values = {
        "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown",
        "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
      },
    },
    summary = "Initial orientation of an iPhone or iPad app on visionOS", source = second_reference,
  },
  {
    key = "UIPrerenderedIcon", type = "boolean", platforms = { ios = "2.0", tvos = "9.0", watchos = "2.0" },
    deprecated = { ios = "7.0" },
    summary = "Whether the icon already includes its shine", source = reference,
  },
  {
    key = "UIRequiredDeviceCapabilities", type = "dictionary_or_array",
    platforms = { ios = "3.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, required = true,
    schema = {items = "string", others = "boolean" },
    summary = "Device features that the app requires", source = reference,
  },
  {
    key = "UIRequiresFullScreen", type = "boolean", platforms = { ios = "9.0" }, deprecated = { ios = "26.0" },
    summary = "Whether the iPad app opts out of multitasking", source = reference,
  },
  {
    key = "UIRequiresFullScreenIgnoredStartingWithVersion", type = "string", platforms = { ios = "26.0" },
    summary = "System since which UIRequiresFullScreen is ignored", source = second_reference,
  },
  {
    key = "UIRequiresPersistentWiFi", type = "boolean", platforms = { ios = "2.0", visionos = "1.0" },
    summary = "Whether the app always needs Wi-Fi", source = reference,
  },
  {
    key = "UIStatusBarHidden", type = "boolean", platforms = { ios = "2.0" },
    summary = "Whether the status bar is hidden while the app starts", source = reference,
  },
  {
    key = "UIStatusBarStyle", type = "string", platforms = { ios = "2.0", catalyst = "2.0" },
    schema = {
      values = {
        "UIStatusBarStyleDefault", "UIStatusBarStyleBlackTranslucent", "UIStatusBarStyleBlackOpaque",
        "UIStatusBarStyleLightContent", "UIStatusBarStyleDarkContent",
      },
    },
    summary = "Style of the status bar while the app starts", source = reference,
  },
  {
    key = "UIStatusBarTintParameters", type = "dictionary",
    platforms = { ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {
      keys = {
        UINavigationBar = {
          type = "dictionary",
          keys = { Style = "string", Translucent = "boolean", TintColor = "dictionary", BackgroundImage = "string" },
        },
      },
    },
    summary = "How the status bar matches the first navigation bar", source = reference,
  },
  {
    key = "UISupportedDevices", type = "array", platforms = { ios = true },
    schema = { items = "string" },
    summary = "Device models that the app was tested for, written by the store", source = reference,
  },
  {
    key = "UISupportedExternalAccessoryProtocols", type = "array", platforms = { ios = "3.0" },
    schema = { items = "string" },
    summary = "Protocols for communicating with accessories", source = reference,
  },
  {
    key = "UISupportedInterfaceOrientations", type = "array",
    platforms = { ios = "3.2", visionos = "1.0", catalyst = "13.0" },
    schema = {
      items = {
        type = "string",
        values = {
          "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown",
          "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
        },
      },
    },
    summary = "Orientations the app supports", source = reference,
  },
  {
    key = "UISupportsAssistiveAccess", type = "boolean", platforms = { ios = true },
    summary = "Whether the app is made for Assistive Access", source = second_reference,
  },
  {
    key = "UISupportsFullScreenInAssistiveAccess", type = "boolean", platforms = { ios = "17.0" },
    summary = "Whether the app fills the screen in Assistive Access", source = second_reference,
  },
  {
    key = "UISupportsDocumentBrowser", type = "boolean", platforms = { ios = "11.0", visionos = "1.0" },
    summary = "Whether the app is built around a document browser", source = reference,
  },
  {
    key = "UISupportsTrueScreenSizeOnMac", type = "boolean", platforms = { macos = "12.1" },
    summary = "Whether an iPad app fits any window size on a Mac", source = second_reference,
  },
  {
    key = "UIUserInterfaceStyle", type = "string", platforms = { ios = "13.0", tvos = "10.0" },
    schema = {values = { "Automatic", "Light", "Dark" } },
    summary = "Light or dark appearance that the app enforces", source = reference,
  },
  {
    key = "UIViewControllerBasedStatusBarAppearance", type = "boolean", platforms = { ios = "7.0" },
    summary = "Whether view controllers determine the status bar", source = reference,
  },
  {
    key = "UIViewEdgeAntialiasing", type = "boolean", platforms = { ios = "3.0", tvos = "9.0", watchos = "2.0" },
    summary = "Whether edges between pixels are smoothed", source = reference,
  },
  {
    key = "UIViewGroupOpacity", type = "boolean", platforms = { ios = "3.0", tvos = "9.0", watchos = "2.0" },
    summary = "Whether layers inherit the opacity of their parent layer", source = reference,
  },
  {
    key = "UIWhitePointAdaptivityStyle", type = "string", platforms = { ios = "9.3" },
    schema = {
      values = {
        "UIWhitePointAdaptivityStyleStandard", "UIWhitePointAdaptivityStyleReading",
        "UIWhitePointAdaptivityStylePhoto", "UIWhitePointAdaptivityStyleVideo", "UIWhitePointAdaptivityStyleGame",
      },
    },
    summary = "How much True Tone may change colors", source = reference,
  },
  {
    key = "CADisableMinimumFrameDuration", type = "boolean", platforms = { ios = true },
    summary = "Whether the app may draw faster than 60 frames a second on iPad Pro", source = second_reference,
  },
  {
    key = "CADisableMinimumFrameDurationOnPhone", type = "boolean", platforms = { ios = "15.0" },
    summary = "Whether the app may draw faster than 60 frames a second on iPhone", source = second_reference,
  },
  {
    key = "CoreSpotlightContinuation", type = "boolean", platforms = { ios = "10.0" },
    summary = "Whether the app continues a Spotlight query", source = reference,
  },
  {
    key = "PUICAutoLaunchAudioOptOut", type = "boolean", platforms = { watchos = "5.0" },
    summary = "Whether the watch app stays closed when its iPhone app plays audio", source = second_reference,
  },
  {
    key = "WKAppBoundDomains", type = "array", platforms = { ios = "14.0" },
    schema = { items = "string" },
    summary = "Domains that a web view may treat as the app's own", source = "WebKit: App-Bound Domains",
  },
}
