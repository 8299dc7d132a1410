-- Purpose strings: the sentence a permission prompt shows. Without it the system ends an app that asks, and the store
-- rejects it.
return {
  {
    key = "NFCReaderUsageDescription", type = "string", platforms = { ios = "11.0" }, localizable = true,
    summary = "Why the app reads NFC tags", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAccessoryTrackingUsageDescription", type = "string", platforms = { visionos = "26.0" },
    localizable = true,
    summary = "Why the app follows the position of an accessory",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAlarmKitUsageDescription", type = "string", platforms = { ios = "26.0" }, localizable = true,
    summary = "Why the app schedules alarms", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAppBundlesUsageDescription", type = "string", platforms = { macos = "13.0" }, localizable = true,
    summary = "Why the app looks into other apps' bundles", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAppDataUsageDescription", type = "string", platforms = { macos = "14.0" }, localizable = true,
    summary = "Why the app reads other apps' containers", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAppleEventsUsageDescription", type = "string", platforms = { macos = "10.14" }, localizable = true,
    summary = "Why the app controls other apps", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAppleMusicUsageDescription", type = "string",
    platforms = { macos = "15.0", ios = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the media library", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSAudioCaptureUsageDescription", type = "string", platforms = { macos = "14.2" }, localizable = true,
    summary = "Why the app records the system's sound", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSBluetoothAlwaysUsageDescription", type = "string",
    platforms = { macos = "11.0", ios = "13.0", tvos = "13.0", watchos = "6.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app uses Bluetooth", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSBluetoothPeripheralUsageDescription", type = "string", platforms = { ios = "6.0" },
    deprecated = { ios = "13.0" }, localizable = true, successor = "NSBluetoothAlwaysUsageDescription",
    summary = "Why the app connects to Bluetooth devices", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSBluetoothWhileInUseUsageDescription", type = "string", platforms = { ios = "13.0" }, localizable = true,
    summary = "Why the app uses Bluetooth while it is in use", source = "Xcode build settings reference",
  },
  {
    key = "NSCalendarsFullAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app reads and changes calendars", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSCalendarsUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", watchos = "6.0", catalyst = "13.0" },
    deprecated = { macos = "14.0", ios = "17.0", watchos = "10.0", catalyst = "17.0" }, localizable = true,
    successor = "NSCalendarsFullAccessUsageDescription",
    summary = "Why the app uses calendars", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSCalendarsWriteOnlyAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app adds events to calendars", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSCameraUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "7.0", tvos = "17.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the camera", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSContactsUsageDescription", type = "string",
    platforms = { macos = "10.8", ios = "6.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the contacts", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSCriticalMessagingUsageDescription", type = "string", platforms = { ios = "18.2", watchos = "11.2" },
    localizable = true,
    summary = "Why the app sends text messages by itself", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSDesktopFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Desktop folder", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSDocumentsFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Documents folder", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSDownloadsFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Downloads folder", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSEnterpriseMCAMUsageDescription", type = "string", platforms = { visionos = "2.0" },
    deprecated = { visionos = true }, localizable = true, successor = "NSMainCameraUsageDescription",
    summary = "Why the app uses the main camera", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFaceIDUsageDescription", type = "string", platforms = { ios = "11.0" }, localizable = true,
    summary = "Why the app recognises people with Face ID", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFallDetectionUsageDescription", type = "string",
    platforms = { ios = "14.2", watchos = "7.2", visionos = "1.0" }, localizable = true,
    summary = "Why the app hears of falls", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFileProviderDomainUsageDescription", type = "string", platforms = { macos = "10.15" },
    localizable = true,
    summary = "Why the app uses files of a file provider", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFileProviderPresenceUsageDescription", type = "string", platforms = { macos = "10.15" },
    localizable = true,
    summary = "Why the file provider sees which files are in use",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFinancialDataUsageDescription", type = "string", platforms = { ios = "17.4" }, localizable = true,
    summary = "Why the app reads financial data in Wallet", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSFocusStatusUsageDescription", type = "string", platforms = { macos = "12.0", ios = "15.0" },
    localizable = true,
    summary = "Why the app asks whether notifications are silenced",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSGKFriendListUsageDescription", type = "string",
    platforms = { macos = "11.3", ios = "14.5", tvos = "14.5" }, localizable = true,
    summary = "Why the app reads the Game Center friends", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSHandsTrackingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app follows people's hands", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSHealthClinicalHealthRecordsShareUsageDescription", type = "string",
    platforms = { ios = "12.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app reads clinical records", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSHealthShareUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app reads health data", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSHealthUpdateUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app stores health data", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSHomeKitUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the home's configuration", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSIdentityUsageDescription", type = "string", platforms = { ios = "16.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app asks for identity documents", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocalNetworkUsageDescription", type = "string",
    platforms = { macos = "11.0", ios = "14.0", tvos = "14.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the local network", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocationAlwaysAndWhenInUseUsageDescription", type = "string",
    platforms = { ios = "11.0", watchos = "4.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the location at all times", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocationAlwaysUsageDescription", type = "string", platforms = { macos = true, ios = "8.0" },
    deprecated = { ios = "11.0" }, localizable = true, successor = "NSLocationAlwaysAndWhenInUseUsageDescription",
    summary = "Why the app used the location at all times on iOS 10 and earlier",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocationTemporaryUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app needs a precise location for once", source = "Xcode build settings reference",
  },
  {
    key = "NSLocationTemporaryUsageDescriptionDictionary", type = "dictionary",
    platforms = { macos = "11.0", ios = "14.0", watchos = "7.0", visionos = "1.0" }, localizable = true,
    schema = { others = "string" },
    summary = "Why the app needs a precise location for once, by purpose",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocationUsageDescription", type = "string", platforms = { macos = "10.14", ios = "6.0" },
    deprecated = { ios = "8.0" }, localizable = true, successor = "NSLocationWhenInUseUsageDescription",
    summary = "Why the app uses the location", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSLocationWhenInUseUsageDescription", type = "string",
    platforms = { macos = true, ios = "11.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the location while it is in front",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSMainCameraUsageDescription", type = "string", platforms = { visionos = "2.0" }, localizable = true,
    summary = "Why the app uses the main camera", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSMicrophoneInjectionUsageDescription", type = "string", platforms = { ios = "18.2" }, localizable = true,
    summary = "Why the app adds sound to the microphone during calls", source = "AVFAudio: microphone injection",
  },
  {
    key = "NSMicrophoneUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "7.0", tvos = "17.0", watchos = "4.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app uses the microphone", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSMotionUsageDescription", type = "string",
    platforms = { macos = "10.15", ios = "7.0", watchos = "4.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app reads the motion sensors", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSNearbyInteractionAllowOnceUsageDescription", type = "string", platforms = { ios = "14.0" },
    deprecated = { ios = "15.0" }, localizable = true, successor = "NSNearbyInteractionUsageDescription",
    summary = "Why the app measures distances to nearby devices once",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSNearbyInteractionUsageDescription", type = "string", platforms = { ios = "15.0", watchos = "8.0" },
    localizable = true,
    summary = "Why the app measures distances to nearby devices",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSNetworkVolumesUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses files on network volumes", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSPhotoLibraryAddUsageDescription", type = "string", platforms = { ios = "11.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app adds to the photo library", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSPhotoLibraryUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the photo library", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSRemindersFullAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app reads and changes reminders", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSRemindersUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", watchos = "6.0", catalyst = "13.0" },
    deprecated = { macos = "14.0", ios = "17.0", watchos = "10.0", catalyst = "17.0" }, localizable = true,
    successor = "NSRemindersFullAccessUsageDescription",
    summary = "Why the app uses reminders", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSRemovableVolumesUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses files on removable volumes", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSensorKitUsageDescription", type = "string", platforms = { ios = "14.0" }, localizable = true,
    summary = "What the research study is for", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSensorKitUsageDetail", type = "dictionary", platforms = { ios = "14.0" }, localizable = true,
    schema = {
      others = {
        type = "dictionary",
        keys = {
          Description = { type = "string", localizable = true, summary = "What the data is used for" },
          Required = { type = "boolean", summary = "Whether the study can't do without" },
        },
      },
    },
    summary = "What each sensor tells the research study", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSiriUsageDescription", type = "string", platforms = { ios = "10.0", watchos = "3.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app sends data to Siri", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSpeechRecognitionUsageDescription", type = "string",
    platforms = { macos = "10.15", ios = "10.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app sends speech to be recognised", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSystemAdministrationUsageDescription", type = "string", platforms = { macos = "10.14" },
    localizable = true,
    summary = "Why the app changes the system's configuration",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSSystemExtensionUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app installs a system extension", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSUserTrackingUsageDescription", type = "string",
    platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app tracks people across apps", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSVideoSubscriberAccountUsageDescription", type = "string", platforms = { ios = "10.0", tvos = "9.0" },
    localizable = true,
    summary = "Why the app uses the TV provider account", source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSVoIPUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app receives internet calls in the background",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "NSWorldSensingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app senses the surroundings", source = "Bundle Resources: Information Property List",
  },
  {
    key = "OSBundleUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app installs a driver extension", source = "Bundle Resources: Information Property List",
  },
}
