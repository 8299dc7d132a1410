-- Purpose strings, by key: usage-description-texts says all there is to say of them.
local result = {
  NFCReaderUsageDescription = true, OSBundleUsageDescription = true, NSLocationTemporaryUsageDescriptionDictionary = true,
}
for _, subject in ipairs {
  "AlarmKit", "AppBundles", "AppData", "AppleEvents", "AppleMusic", "AudioCapture", "BluetoothAlways", "BluetoothPeripheral",
  "BluetoothWhileInUse", "CalendarsFullAccess", "Calendars", "CalendarsWriteOnlyAccess", "Camera", "Contacts",
  "CriticalMessaging", "DesktopFolder", "DocumentsFolder", "DownloadsFolder", "EnterpriseMCAM", "FaceID", "FallDetection",
  "FileProviderDomain", "FileProviderPresence", "FinancialData", "FocusStatus", "GKFriendList", "HandsTracking",
  "HealthClinicalHealthRecordsShare", "HealthShare", "HealthUpdate", "HomeKit", "Identity", "LocalNetwork",
  "LocationAlwaysAndWhenInUse", "LocationAlways", "LocationTemporary", "Location", "LocationWhenInUse", "MainCamera",
  "MicrophoneInjection", "Microphone", "Motion", "NearbyInteractionAllowOnce", "NearbyInteraction", "NetworkVolumes",
  "PhotoLibraryAdd", "PhotoLibrary", "RemindersFullAccess", "Reminders", "RemovableVolumes", "SensorKit", "Siri",
  "SpeechRecognition", "SystemAdministration", "SystemExtension", "UserTracking", "VideoSubscriberAccount", "VoIP",
  "WorldSensing",
} do
  result["NS" .. subject .. "UsageDescription"] = true
end
return result
