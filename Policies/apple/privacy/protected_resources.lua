-- Resources that need a usage description, and how to recognize an app that asks for them. If several keys are named, one is enough.
local location = {
  "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
}
local location_always = { "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription" }
local bluetooth = { "NSBluetoothAlwaysUsageDescription" }
local photos = { "NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription" }
local calendars = { "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription" }
local reminders = { "NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription" }
local events = { "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
  "NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription" }
local music = { "NSAppleMusicUsageDescription" }
local motion, nfc = { "NSMotionUsageDescription" }, { "NFCReaderUsageDescription" }
local subscriber = { "NSVideoSubscriberAccountUsageDescription" }
local hands, world = { "NSHandsTrackingUsageDescription" }, { "NSWorldSensingUsageDescription" }

local protected_resources = {
  -- An entitlement, each of whose keys is needed. One that is an array may have to contain `element`.
  by_entitlement = {
    { name = "com.apple.developer.healthkit", keys = { "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription" } },
    {
      name = "com.apple.developer.healthkit.access", element = "health-records",
      keys = { "NSHealthClinicalHealthRecordsShareUsageDescription" },
    },
    { name = "com.apple.developer.homekit", keys = { "NSHomeKitUsageDescription" } },
    { name = "com.apple.developer.nfc.readersession.formats", keys = { "NFCReaderUsageDescription" } },
    { name = "com.apple.developer.sensorkit.reader.allow", keys = { "NSSensorKitUsageDescription" } },
    { name = "com.apple.developer.video-subscriber-single-sign-on", keys = subscriber },
  },
  by_mode = { location = location, ["bluetooth-central"] = bluetooth, ["bluetooth-peripheral"] = bluetooth },
  -- Code that refers to the class and to one of the selectors, or calls the function. Only what asks for access: code may refer to a
  -- class without
  -- asking. The local network needs no key, and code that authenticates may ask for the passcode only, which Face ID does not matter
  -- to. Without
  -- what is `is_optional`, the system ignores the request.
  by_use = {
    { keys = location, class = "CLLocationManager", selectors = { "requestWhenInUseAuthorization" } },
    { keys = location_always, class = "CLLocationManager", selectors = { "requestAlwaysAuthorization" }, is_optional = true },
    { keys = bluetooth, class = "CBCentralManager", selectors = { "initWithDelegate:queue:", "initWithDelegate:queue:options:" } },
    { keys = bluetooth, class = "CBPeripheralManager", selectors = { "initWithDelegate:queue:", "initWithDelegate:queue:options:" } },
    { keys = photos, class = "PHPhotoLibrary", selectors = { "requestAuthorization:", "requestAuthorizationForAccessLevel:handler:" } },
    { keys = photos, symbol = "_UIImageWriteToSavedPhotosAlbum" },
    {
      keys = { "NSCameraUsageDescription" }, class = "AVCaptureDevice", selectors = { "requestAccessForMediaType:completionHandler:" },
      with = "_AVMediaTypeVideo", with_class = "AVCaptureDeviceInput",
    },
    { keys = { "NSMicrophoneUsageDescription" }, class = "AVAudioSession", selectors = { "requestRecordPermission:" } },
    {
      keys = { "NSMicrophoneUsageDescription" }, class = "AVAudioApplication",
      selectors = { "requestRecordPermissionWithCompletionHandler:" },
    },
    { keys = { "NSContactsUsageDescription" }, class = "CNContactStore", selectors = { "requestAccessForEntityType:completionHandler:" } },
    { keys = { "NSContactsUsageDescription" }, symbol = "_ABAddressBookRequestAccessWithCompletion" },
    { keys = events, class = "EKEventStore", selectors = { "requestAccessToEntityType:completion:" } },
    {
      keys = calendars, class = "EKEventStore",
      selectors = { "requestFullAccessToEventsWithCompletion:", "requestWriteOnlyAccessToEventsWithCompletion:" },
    },
    { keys = reminders, class = "EKEventStore", selectors = { "requestFullAccessToRemindersWithCompletion:" } },
    {
      keys = motion, class = "CMMotionActivityManager",
      selectors = { "startActivityUpdatesToQueue:withHandler:", "queryActivityStartingFromDate:toDate:toQueue:withHandler:" },
    },
    {
      keys = motion, class = "CMPedometer",
      selectors = { "startPedometerUpdatesFromDate:withHandler:", "queryPedometerDataFromDate:toDate:withHandler:" },
    },
    { keys = { "NSSpeechRecognitionUsageDescription" }, class = "SFSpeechRecognizer", selectors = { "requestAuthorization:" } },
    {
      keys = { "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription" }, class = "HKHealthStore",
      selectors = { "requestAuthorizationToShareTypes:readTypes:completion:" },
    },
    { keys = { "NSSiriUsageDescription" }, class = "INPreferences", selectors = { "requestSiriAuthorization:" } },
    {
      keys = { "NSUserTrackingUsageDescription" }, class = "ATTrackingManager",
      selectors = { "requestTrackingAuthorizationWithCompletionHandler:" },
    },
    { keys = nfc, class = "NFCNDEFReaderSession", selectors = { "beginSession" } },
    { keys = nfc, class = "NFCTagReaderSession", selectors = { "beginSession" } },
    { keys = music, class = "MPMediaLibrary", selectors = { "requestAuthorization:" } },
    { keys = music, class = "SKCloudServiceController", selectors = { "requestAuthorization:" } },
    {
      keys = { "NSFocusStatusUsageDescription" }, class = "INFocusStatusCenter",
      selectors = { "requestAuthorizationWithCompletionHandler:" },
    },
    { keys = { "NSNearbyInteractionUsageDescription" }, class = "NISession", selectors = { "runWithConfiguration:" } },
    {
      keys = subscriber, class = "VSAccountManager",
      selectors = { "checkAccessStatusWithOptions:completionHandler:", "enqueueAccountMetadataRequest:completionHandler:" },
    },
    -- The classes of ARKit for visionOS, as Swift and C name them.
    { keys = hands, symbol = "_$s5ARKit20HandTrackingProviderCMa", name = "HandTrackingProvider" },
    { keys = hands, symbol = "_ar_hand_tracking_provider_create" },
    { keys = world, symbol = "_$s5ARKit22PlaneDetectionProviderCMa", name = "PlaneDetectionProvider" },
    { keys = world, symbol = "_ar_plane_detection_provider_create" },
    { keys = world, symbol = "_$s5ARKit27SceneReconstructionProviderCMa", name = "SceneReconstructionProvider" },
    { keys = world, symbol = "_ar_scene_reconstruction_provider_create" },
    { keys = world, symbol = "_$s5ARKit21ImageTrackingProviderCMa", name = "ImageTrackingProvider" },
    { keys = world, symbol = "_ar_image_tracking_provider_create" },
  },
}

return protected_resources
