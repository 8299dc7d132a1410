-- Keys of Foundation and the Cocoa frameworks shared by several platforms: startup classes, services, user activities,
-- iCloud, scripting and power.
local reference = "Information Property List Key Reference: Cocoa Keys"
local second_reference = "Bundle Resources: Information Property List"

return {
  {
    key = "NSHumanReadableCopyright", type = "string", platforms = { macos = "10.0" }, recommended = true,
    localizable = true,
    summary = "Copyright notice shown to users", source = reference,
  },
  {
    key = "NSPrincipalClass", type = "string",
    platforms = { macos = "10.0", ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, recommended = true,
    summary = "Class that starts the bundle, NSApplication for most Mac apps", source = reference,
  },
  {
    key = "NSMainNibFile", type = "string",
    platforms = { macos = "10.0", ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, recommended = true,
    summary = "Main nib file, without .nib", source = reference,
  },
  {
    key = "NSMainStoryboardFile", type = "string", platforms = { macos = "10.10" },
    summary = "Main storyboard of a Mac app, without .storyboard", source = reference,
  },
  {
    key = "NSAppleScriptEnabled", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the app can be scripted", source = reference,
  },
  {
    key = "OSAScriptingDefinition", type = "string", platforms = { macos = "10.4" },
    summary = "Scripting definition file (.sdef) in the resources", source = reference,
  },
  {
    key = "NSDockTilePlugIn", type = "string", platforms = { macos = "10.6" },
    summary = "Plug-in that draws the Dock tile while the app is not running", source = reference,
  },
  {
    key = "NSJavaNeeded", type = "any", platforms = { macos = "10.0" }, deprecated = { macos = "10.7" },
    summary = "Whether a Java virtual machine starts before the code loads", source = reference,
  },
  {
    key = "NSJavaPath", type = "array", platforms = { macos = "10.0" }, deprecated = { macos = "10.7" },
    schema = { items = "string" },
    summary = "Java class files, relative to NSJavaRoot", source = reference,
  },
  {
    key = "NSJavaRoot", type = "string", platforms = { macos = "10.0" },
    summary = "Folder of the Java class files", source = reference,
  },
  {
    key = "NSServices", type = "array", platforms = { macos = "10.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          NSKeyEquivalent = { type = "dictionary", summary = "Keyboard shortcut of the menu item" },
          NSMenuItem = { type = "dictionary", required = true, localizable = true, summary = "Text of the menu item by language" },
          NSMessage = { type = "string", required = true, summary = "Method that performs the service" },
          NSPortName = { type = "string", summary = "Port the app listens on" },
          NSSendTypes = { type = "array", items = "string", summary = "Types the service reads" },
          NSReturnTypes = { type = "array", items = "string", summary = "Types that the service returns" },
          NSSendFileTypes = {
            type = "array", items = "string", summary = "Type identifiers of files that the service accepts",
          },
          NSTimeout = { type = "any", summary = "Milliseconds to wait for the answer" },
          NSUserData = { type = "string", summary = "String passed to the method" },
          NSRequiredContext = { type = "dictionary_or_array", summary = "Where the service is offered" },
          NSServiceDescription = { type = "string", localizable = true, summary = "What the service does" },
          NSIconName = { type = "string", summary = "Icon of a quick action" },
          NSBackgroundColorName = { type = "string", summary = "Color behind the icon in the Touch Bar" },
          NSBackgroundSystemColorName = { type = "string", summary = "System color behind the icon in the Touch Bar" },
          NSRestricted = { type = "boolean", summary = "Whether sandboxed apps may not use it" },
        },
      },
    },
    summary = "Services the app offers in the Services menu", source = reference,
  },
  {
    key = "NSDataAccessSecurityPolicy", type = "dictionary", platforms = { macos = "14.0" },
    schema = {
      keys = {
        AllowPackages = { type = "array", items = "string", summary = "Teams whose installer packages have access" },
        AllowProcesses = {
          type = "dictionary",
          others = { type = "array", items = "string" },
          summary = "Signing identifiers that have access, by team",
        },
      },
    },
    summary = "Other software that may read the app's data", source = reference,
  },
  {
    key = "NSBGOnly", type = "any", platforms = { macos = "10.0" }, deprecated = { macos = true },
    successor = "LSBackgroundOnly",
    summary = "Older name of LSBackgroundOnly", source = reference,
  },
  {
    key = "NSUIElement", type = "any", platforms = { macos = "10.0" }, deprecated = { macos = true },
    successor = "LSUIElement",
    summary = "Older name of LSUIElement", source = reference,
  },
  {
    key = "NSSupportsAutomaticTermination", type = "boolean", platforms = { macos = "10.7" },
    summary = "Whether the system may end the app when it is not in use", source = reference,
  },
  {
    key = "NSSupportsSuddenTermination", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the app may be killed at log-out without asking", source = reference,
  },
  {
    key = "NSUbiquitousContainers", type = "dictionary", platforms = { macos = "10.10", ios = "8.0" },
    schema = {
      others = {
        type = "dictionary",
        keys = {
          NSUbiquitousContainerIsDocumentScopePublic = "boolean",
          NSUbiquitousContainerName = "string",
          NSUbiquitousContainerSupportedFolderLevels = { type = "string", values = { "None", "One", "Any" } },
        },
      },
    },
    summary = "iCloud Drive containers that users see", source = reference,
  },
  {
    key = "NSUbiquitousDisplaySet", type = "string", platforms = { macos = "10.7", ios = "5.0" },
    summary = "Name of the document group in older iCloud versions", source = reference,
  },
  {
    key = "NSUserNotificationAlertStyle", type = "string", platforms = { macos = "10.8" },
    schema = {values = { "none", "banner", "alert" } },
    summary = "Default style of notifications", source = reference,
  },
  {
    key = "NSUserActivityTypes", type = "array",
    platforms = { macos = "10.10", ios = "8.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Kinds of user activities the app continues", source = reference,
  },
  {
    key = "NSDownloadsUbiquitousContents", type = "boolean", platforms = { macos = "11.0" },
    summary = "Whether iCloud documents are downloaded before the app opens them", source = second_reference,
  },
  {
    key = "NSSupportsPurgeableLocalStorage", type = "boolean", platforms = { ios = "9.3", visionos = "1.0" },
    summary = "Whether the app keeps working after local storage was purged", source = reference,
  },
  {
    key = "NSBonjourServices", type = "array",
    platforms = { macos = "11.0", ios = "14.0", tvos = "14.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Bonjour service types the app browses for", source = second_reference,
  },
  {
    key = "NSAdvertisingAttributionReportEndpoint", type = "string", platforms = { ios = "14.5", visionos = "1.0" },
    summary = "Address that receives copies of attribution reports", source = second_reference,
  },
  {
    key = "NSApplicationServices", type = "dictionary", platforms = { ios = "16.0", tvos = "16.0" },
    summary = "Apple TV and companion app services by name", source = second_reference,
  },
  {
    key = "NSAppClip", type = "dictionary", platforms = { ios = "14.0" },
    schema = {
      keys = {
        NSAppClipRequestEphemeralUserNotification = "boolean",
        NSAppClipRequestLocationConfirmation = "boolean",
      },
    },
    summary = "What an App Clip may do without asking", source = reference,
  },
  {
    key = "NSAccentColorName", type = "string",
    platforms = { macos = "11.0", ios = "14.0", tvos = "14.0", watchos = "7.0", visionos = "1.0" },
    summary = "Asset catalog color used as the app's accent color", source = second_reference,
  },
  {
    key = "NSWidgetBackgroundColorName", type = "string", platforms = { macos = "11.0", ios = "14.0" },
    summary = "Asset catalog color behind a widget's configuration", source = second_reference,
  },
  {
    key = "NSWidgetWantsLocation", type = "boolean", platforms = { macos = "11.0", ios = "14.0" },
    summary = "Whether a widget uses the location", source = second_reference,
  },
  {
    key = "NSStickerSharingLevel", type = "string", platforms = { ios = "10.0" },
    schema = {values = { "OS", "iMessage", "None" } },
    summary = "Where stickers from the pack can be placed", source = reference,
  },
  {
    key = "NSSupportsLiveActivities", type = "boolean", platforms = { ios = "16.1" },
    summary = "Whether the app shows Live Activities", source = second_reference,
  },
  {
    key = "NSSupportsLiveActivitiesFrequentUpdates", type = "boolean", platforms = { ios = "16.2" },
    summary = "Whether Live Activities are updated often", source = second_reference,
  },
  {
    key = "NSUpdateSecurityPolicy", type = "dictionary", platforms = { macos = "13.0", catalyst = "16.0" },
    schema = {
      keys = {
        AllowPackages = { type = "array", items = "string", summary = "Teams whose installer packages have access" },
        AllowProcesses = {
          type = "dictionary",
          others = { type = "array", items = "string" },
          summary = "Signing identifiers that have access, by team",
        },
      },
    },
    summary = "Other software that may change the app's bundle", source = second_reference,
  },
  {
    key = "NSEndpointSecurityEarlyBoot", type = "boolean", platforms = { macos = "10.15" },
    summary = "Whether the Endpoint Security client starts before everything else", source = second_reference,
  },
  {
    key = "NSEndpointSecurityMachServiceName", type = "string", platforms = { macos = "10.15" },
    summary = "Mach service the Endpoint Security client offers", source = second_reference,
  },
  {
    key = "NSEndpointSecurityRebootRequired", type = "boolean", platforms = { macos = "10.15" },
    summary = "Whether an update of the extension needs a restart", source = second_reference,
  },
  {
    key = "NSAlwaysAllowMicrophoneModeControl", type = "boolean", platforms = { ios = "18.0" },
    summary = "Whether users may choose the microphone mode at any time", source = second_reference,
  },
  {
    key = "NSCameraReactionEffectsEnabled", type = "boolean", platforms = { macos = "14.0", ios = "17.0" },
    summary = "Whether video reactions are on by default",
    source = "AVFoundation: camera effects",
  },
  {
    key = "NSCameraReactionEffectGesturesEnabledDefault", type = "boolean",
    platforms = { macos = "14.0", ios = "17.0" },
    summary = "Whether gestures start video reactions by default", source = "AVFoundation: camera effects",
  },
  {
    key = "NSCameraPortraitEffectEnabled", type = "boolean", platforms = { macos = true, ios = true },
    summary = "Whether the Portrait effect is offered outside video calls", source = "AVFoundation: camera effects",
  },
  {
    key = "NSCameraUseContinuityCameraDeviceType", type = "boolean", platforms = { macos = "14.0" },
    summary = "Whether the app distinguishes Continuity Camera from other cameras",
    source = "AVFoundation: AVCaptureDevice",
  },
  {
    key = "NSCameraUseExternalDeviceType", type = "boolean", platforms = { macos = "14.0" },
    summary = "Whether the app distinguishes external cameras from built-in ones",
    source = "AVFoundation: AVCaptureDevice",
  },
  {
    key = "NSObservationTrackingEnabled", type = "boolean", platforms = { macos = true },
    summary = "Whether AppKit tracks observable objects automatically", source = second_reference,
  },
  {
    key = "NSAutoFillRequiresTextContentTypeForOneTimeCodeOnMac", type = "boolean", platforms = { macos = true },
    summary = "Whether one-time codes go only into text fields of the right content type", source = second_reference,
  },
  {
    key = "NSPersistentStoreTypeKey", type = "string", platforms = { macos = "10.4" },
    summary = "Core Data store type of documents", source = reference,
  },
  {
    key = "NSLocationDefaultAccuracyReduced", type = "boolean",
    platforms = { ios = "14.0", watchos = "7.0", visionos = "1.0" },
    summary = "Whether the app asks for approximate locations by default", source = second_reference,
  },
  {
    key = "NSLocationRequireExplicitServiceSession", type = "boolean", platforms = { macos = "15.0", ios = "18.0" },
    summary = "Whether locations are delivered only during a service session", source = "Core Location: CLServiceSession",
  },
  {
    key = "NSSensorKitPrivacyPolicyURL", type = "string", platforms = { ios = "14.0" },
    summary = "Page with the privacy policy of a research study", source = second_reference,
  },
  {
    key = "NSHealthRequiredReadAuthorizationTypeIdentifiers", type = "array",
    platforms = { ios = "12.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Clinical record types that the app requires", source = second_reference,
  },
  {
    key = "NSAccessorySetupSupports", type = "array", platforms = { ios = "18.0" },
    schema = {items = { type = "string", values = { "Bluetooth", "WiFi" } } },
    summary = "Wireless technologies for discovering accessories", source = second_reference,
  },
  {
    key = "NSAccessorySetupKitSupports", type = "array", platforms = { ios = "18.0" },
    schema = {items = { type = "string", values = { "Bluetooth", "WiFi", "WiFiAware" } } },
    summary = "Wireless technologies for discovering accessories with AccessorySetupKit", source = second_reference,
  },
  {
    key = "NSAccessorySetupBluetoothCompanyIdentifiers", type = "array", platforms = { ios = "18.0" },
    schema = { items = "string" },
    summary = "Bluetooth company identifiers of accessories the app sets up", source = second_reference,
  },
  {
    key = "NSAccessorySetupBluetoothNames", type = "array", platforms = { ios = "18.0" },
    schema = { items = "string" },
    summary = "Bluetooth names of accessories the app sets up", source = second_reference,
  },
  {
    key = "NSAccessorySetupBluetoothServices", type = "array", platforms = { ios = "18.0" },
    schema = { items = "string" },
    summary = "Bluetooth services of accessories the app sets up", source = second_reference,
  },
}
