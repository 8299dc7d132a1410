-- Usage descriptions: the sentence that a permission prompt shows. Without it, the system terminates an app that asks, and the store
-- rejects it.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "NFCReaderUsageDescription", type = "string", platforms = { ios = "11.0" }, localizable = true,
    summary = "Why the app reads NFC tags", source = reference,
  },
  {
    key = "NSAlarmKitUsageDescription", type = "string", platforms = { ios = "26.0" }, localizable = true,
    summary = "Why the app schedules alarms", source = reference,
  },
  {
    key = "NSAppBundlesUsageDescription", type = "string", platforms = { macos = true }, localizable = true,
    summary = "Why the app reads other apps' bundles", source = reference,
  },
  {
    key = "NSAppDataUsageDescription", type = "string", platforms = { macos = "14.0" }, localizable = true,
    summary = "Why the app reads other apps' containers", source = reference,
  },
  {
    key = "NSAppleEventsUsageDescription", type = "string", platforms = { macos = "10.14" }, localizable = true,
    summary = "Why the app controls other apps", source = reference,
  },
  {
    key = "NSAppleMusicUsageDescription", type = "string",
    platforms = { macos = "15.0", ios = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the media library", source = reference,
  },
  {
    key = "NSAudioCaptureUsageDescription", type = "string", platforms = { macos = "14.2" }, localizable = true,
    summary = "Why the app records the system's sound", source = reference,
  },
  {
    key = "NSBluetoothAlwaysUsageDescription", type = "string",
    platforms = { macos = "11.0", ios = "13.0", tvos = "13.0", watchos = "6.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app uses Bluetooth", source = reference,
  },
  {
    key = "NSBluetoothPeripheralUsageDescription", type = "string", platforms = { ios = "6.0" },
    deprecated = { ios = "13.0" }, localizable = true, successor = "NSBluetoothAlwaysUsageDescription",
    summary = "Why the app connects to Bluetooth devices", source = reference,
  },
  {
    key = "NSBluetoothWhileInUseUsageDescription", type = "string", platforms = { ios = "13.0" }, localizable = true,
    summary = "Why the app uses Bluetooth while it is in use", source = "Xcode build settings reference",
  },
  {
    key = "NSCalendarsFullAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app reads and changes calendars", source = reference,
  },
  {
    key = "NSCalendarsUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", watchos = "6.0", catalyst = "13.0" },
    deprecated = { macos = "14.0", ios = "17.0", watchos = "10.0", catalyst = "17.0" }, localizable = true,
    successor = "NSCalendarsFullAccessUsageDescription",
    summary = "Why the app uses calendars", source = reference,
  },
  {
    key = "NSCalendarsWriteOnlyAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app adds events to calendars", source = reference,
  },
  {
    key = "NSCameraUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "7.0", tvos = "17.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the camera", source = reference,
  },
  {
    key = "NSContactsUsageDescription", type = "string",
    platforms = { macos = "10.8", ios = "6.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the contacts", source = reference,
  },
  {
    key = "NSCriticalMessagingUsageDescription", type = "string", platforms = { ios = "18.2", watchos = "11.2" },
    localizable = true,
    summary = "Why the app sends text messages automatically", source = reference,
  },
  {
    key = "NSDesktopFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Desktop folder", source = reference,
  },
  {
    key = "NSDocumentsFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Documents folder", source = reference,
  },
  {
    key = "NSDownloadsFolderUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses the Downloads folder", source = reference,
  },
  {
    key = "NSEnterpriseMCAMUsageDescription", type = "string", platforms = { visionos = "2.0" },
    deprecated = { visionos = true }, localizable = true, successor = "NSMainCameraUsageDescription",
    summary = "Why the app uses the main camera", source = reference,
  },
  {
    key = "NSFaceIDUsageDescription", type = "string", platforms = { ios = "11.0" }, localizable = true,
    summary = "Why the app recognizes users with Face ID", source = reference,
  },
  {
    key = "NSFileProviderDomainUsageDescription", type = "string", platforms = { macos = "10.15" },
    localizable = true,
    summary = "Why the app uses files of a file provider", source = reference,
  },
  {
    key = "NSFileProviderPresenceUsageDescription", type = "string", platforms = { macos = true },
    localizable = true,
    summary = "Why the file provider sees which files are in use", source = reference,
  },
  {
    key = "NSFinancialDataUsageDescription", type = "string", platforms = { ios = "17.4" }, localizable = true,
    summary = "Why the app reads financial data in Wallet", source = reference,
  },
  {
    key = "NSFocusStatusUsageDescription", type = "string", platforms = { macos = "12.0", ios = "15.0" },
    localizable = true,
    summary = "Why the app asks whether notifications are silenced", source = reference,
  },
  {
    key = "NSGKFriendListUsageDescription", type = "string",
    platforms = { macos = "11.3", ios = "14.5", tvos = "14.5" }, localizable = true,
    summary = "Why the app reads the Game Center friends", source = reference,
  },
  {
    key = "NSHomeKitUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the home's configuration", source = reference,
  },
  {
    key = "NSIdentityUsageDescription", type = "string", platforms = { ios = "16.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app asks for identity documents", source = reference,
  },
  {
    key = "NSLocalNetworkUsageDescription", type = "string",
    platforms = { macos = "11.0", ios = "14.0", tvos = "14.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the local network", source = reference,
  },
  {
    key = "NSMainCameraUsageDescription", type = "string", platforms = { visionos = "2.0" }, localizable = true,
    summary = "Why the app uses the main camera", source = reference,
  },
  {
    key = "NSMicrophoneInjectionUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app adds sound to the microphone during calls", source = "AVFAudio: microphone injection",
  },
  {
    key = "NSMicrophoneUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "7.0", tvos = "17.0", watchos = "4.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app uses the microphone", source = reference,
  },
  {
    key = "NSNetworkVolumesUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses files on network volumes", source = reference,
  },
  {
    key = "NSPhotoLibraryAddUsageDescription", type = "string", platforms = { ios = "11.0", visionos = "1.0" },
    localizable = true,
    summary = "Why the app adds to the photo library", source = reference,
  },
  {
    key = "NSPhotoLibraryUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the photo library", source = reference,
  },
  {
    key = "NSRemindersFullAccessUsageDescription", type = "string",
    platforms = { macos = "14.0", ios = "17.0", watchos = "10.0", visionos = "1.0", catalyst = "17.0" },
    localizable = true,
    summary = "Why the app reads and changes reminders", source = reference,
  },
  {
    key = "NSRemindersUsageDescription", type = "string",
    platforms = { macos = "10.14", ios = "6.0", watchos = "6.0", catalyst = "13.0" },
    deprecated = { macos = "14.0", ios = "17.0", watchos = "10.0", catalyst = "17.0" }, localizable = true,
    successor = "NSRemindersFullAccessUsageDescription",
    summary = "Why the app uses reminders", source = reference,
  },
  {
    key = "NSRemovableVolumesUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app uses files on removable volumes", source = reference,
  },
  {
    key = "NSSiriUsageDescription", type = "string", platforms = { ios = "10.0", watchos = true, visionos = "1.0" },
    localizable = true,
    summary = "Why the app sends data to Siri", source = reference,
  },
  {
    key = "NSSpeechRecognitionUsageDescription", type = "string",
    platforms = { macos = "10.15", ios = "10.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app sends speech for recognition", source = reference,
  },
  {
    key = "NSSystemAdministrationUsageDescription", type = "string", platforms = { macos = "10.14" },
    localizable = true,
    summary = "Why the app changes the system's configuration", source = reference,
  },
  {
    key = "NSSystemExtensionUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app installs a system extension", source = reference,
  },
  {
    key = "NSUserTrackingUsageDescription", type = "string",
    platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app tracks users across apps", source = reference,
  },
  {
    key = "NSVideoSubscriberAccountUsageDescription", type = "string", platforms = { ios = "10.0", tvos = "9.0" },
    localizable = true,
    summary = "Why the app uses the TV provider account", source = reference,
  },
  {
    key = "NSVoIPUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app receives internet calls in the background", source = reference,
  },
  {
    key = "OSBundleUsageDescription", type = "string", platforms = { macos = "10.15" }, localizable = true,
    summary = "Why the app installs a driver extension", source = reference,
  },
  {
    key = "NSCrossWebsiteTrackingUsageDescription", type = "string", platforms = { ios = "14.0" }, localizable = true,
    summary = "Why web views request permission for cross-site tracking",
    source = "WebKit: WebsiteDataStoreCocoa.mm",
  },
}
