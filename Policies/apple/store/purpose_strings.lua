local purposes = import "apple.store.purposes"

-- For the examples: an executable.
local function app(uses_of)
  uses_of.platform = "ios"
  return { mach_o = uses_of }
end

rule "purpose-strings" {
  summary   = "An app must describe why it accesses the data that its entitlements, background modes and code ask for",
  severity  = "error",
  rationale = "The system terminates an app that asks for access without a reason, and the store rejects it. For HealthKit, the store "
    .. "requires both descriptions, even of an app that only reads. Code counts if it refers both to the class and to the method that "
    .. "asks for access; the code of extensions and watch apps is not checked.",
  source    = {
    "ITMS-90683", "Requesting access to protected resources", "Setting up HealthKit",
    "https://developer.apple.com/documentation/visionos/setting-up-access-to-arkit-data",
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsvideosubscriberaccountusagedescription",
  },
  tags      = { "S3", "ITMS-90683" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = purposes,
  examples  = {
    pass = {
      -- The camera is not used for recording.
      { files = { App = { mach_o = {
        platform = "ios", imports = "_AVMediaTypeVideo", used_classes = "AVCaptureDevice",
        selectors = "requestAccessForMediaType:completionHandler:",
      } } } },
      {}, { info = { UIBackgroundModes = { "audio", "fetch" } } }, { info = { UIBackgroundModes = "location" } },
      { info = { UIBackgroundModes = { "location" }, NSLocationWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysAndWhenInUseUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, NSLocationAlwaysUsageDescription = "To record your walk." } },
      { info = { UIBackgroundModes = { "location" }, ["NSLocationWhenInUseUsageDescription~ipad"] = "To record your walk." } },
      {
        info = {
          UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" }, NSBluetoothAlwaysUsageDescription = "To find your keys.",
        },
      },
      {
        info = { NSHealthShareUsageDescription = "To count your steps.", NSHealthUpdateUsageDescription = "To record your walk." },
        entitlements = { ["com.apple.developer.healthkit"] = true, ["com.apple.developer.healthkit.access"] = { ["$array"] = true } },
      },
      {
        info = { NSHealthClinicalHealthRecordsShareUsageDescription = "To show your vaccinations." },
        entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } },
      },
      { entitlements = { ["com.apple.developer.healthkit.access"] = { "other" } } },
      { entitlements = { ["com.apple.developer.healthkit.access"] = true } },
      { info = { NSHomeKitUsageDescription = "To switch your lights." }, entitlements = { ["com.apple.developer.homekit"] = true } },
      { entitlements = { ["com.apple.developer.homekit"] = false } },
      {
        info = { NFCReaderUsageDescription = "To read your ticket." },
        entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "TAG" } },
      },
      {
        info = { NSSensorKitUsageDescription = "For a study." },
        entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } },
      },
      { files = { App = { base64 = "z/rt/gcAAAE=" } } },
      {
        info = { NSVideoSubscriberAccountUsageDescription = "To show what your provider offers." },
        entitlements = { ["com.apple.developer.video-subscriber-single-sign-on"] = true },
      },
      {
        platform = "visionos", info = { NSHandsTrackingUsageDescription = "To draw with your hands." },
        files = { App = { mach_o = { platform = "visionos", imports = "_$s5ARKit20HandTrackingProviderCMa" } } },
      },
      -- Tracking the position of the device needs no reason.
      { platform = "visionos", files = { App = { mach_o = { platform = "visionos", imports = "_$s5ARKit21WorldTrackingProviderCMa" } } } },
      -- A class or a method alone, and a method that another class has.
      { files = { App = app {
        used_classes = { "CLLocationManager", "AVCaptureDevice" }, selectors = { "init", "requestAccessForMediaType:completionHandler:" },
      } } },
      { files = { App = app { selectors = "requestWhenInUseAuthorization" } } },
      {
        files = { App = app { used_classes = { "PHPhotoLibrary", "MPMediaLibrary" }, selectors = "requestAuthorization:" } },
        info = { NSPhotoLibraryAddUsageDescription = "To keep your drawings." },
      },
      {
        files = { App = app {
          imports = "_UIImageWriteToSavedPhotosAlbum", used_classes = "CBCentralManager", selectors = "initWithDelegate:queue:",
        } },
        info = { NSPhotoLibraryAddUsageDescription = "To keep your drawings.", NSBluetoothAlwaysUsageDescription = "To find your keys." },
      },
      { platform = "watchos", files = { App = { mach_o = { platform = "watchos", imports = "_UIImageWriteToSavedPhotosAlbum" } } } },
      -- An extension has its own.
      {
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = { mach_o = {
          platform = "ios", imports = "_UIImageWriteToSavedPhotosAlbum",
        } } } } },
      },
    },
    fail = {
      -- A table of symbols that the file does not contain.
      { files = { App = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAAADgAAABkAAAAOAAAAGQAAAA=" } }, at = "App" },
      { info = { UIBackgroundModes = { "audio", "location" } }, at = "/NSLocationWhenInUseUsageDescription" },
      { info = { UIBackgroundModes = { "bluetooth-central", "bluetooth-peripheral" } }, at = "/NSBluetoothAlwaysUsageDescription" },
      { info = { UIBackgroundModes = { "bluetooth-peripheral" } }, at = "/NSBluetoothAlwaysUsageDescription" },
      {
        entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthShareUsageDescription = "To count your steps." },
        at = "/NSHealthUpdateUsageDescription",
      },
      {
        entitlements = { ["com.apple.developer.healthkit"] = true }, info = { NSHealthUpdateUsageDescription = "To record your walk." },
        at = "/NSHealthShareUsageDescription",
      },
      {
        entitlements = { ["com.apple.developer.healthkit.access"] = { "health-records" } },
        at = "/NSHealthClinicalHealthRecordsShareUsageDescription",
      },
      { entitlements = { ["com.apple.developer.homekit"] = true }, at = "/NSHomeKitUsageDescription" },
      { platform = "watchos", entitlements = { ["com.apple.developer.homekit"] = true }, at = "/NSHomeKitUsageDescription" },
      { entitlements = { ["com.apple.developer.nfc.readersession.formats"] = { "NDEF", "TAG" } }, at = "/NFCReaderUsageDescription" },
      { entitlements = { ["com.apple.developer.sensorkit.reader.allow"] = { "on-wrist" } }, at = "/NSSensorKitUsageDescription" },
      { files = { App = app {
        used_classes = "CLLocationManager", selectors = { "requestAlwaysAuthorization", "requestWhenInUseAuthorization" },
      } }, at = { "/NSLocationAlwaysAndWhenInUseUsageDescription", "/NSLocationWhenInUseUsageDescription" } },
      {
        files = { App = app { used_classes = "CLLocationManager", selectors = "requestAlwaysAuthorization" } },
        info = { NSLocationWhenInUseUsageDescription = "To record your walk." },
        at = "/NSLocationAlwaysAndWhenInUseUsageDescription",
      },
      { files = { App = app { imports = "_UIImageWriteToSavedPhotosAlbum" } }, at = "/NSPhotoLibraryUsageDescription" },
      {
        platform = "tvos", entitlements = { ["com.apple.developer.video-subscriber-single-sign-on"] = true },
        at = "/NSVideoSubscriberAccountUsageDescription",
      },
      {
        platform = "tvos", at = "/NSVideoSubscriberAccountUsageDescription",
        files = { App = { mach_o = {
          platform = "tvos", used_classes = "VSAccountManager", selectors = "checkAccessStatusWithOptions:completionHandler:",
        } } },
      },
      {
        platform = "visionos", at = "/NSHandsTrackingUsageDescription", message = "App uses HandTrackingProvider",
        files = { App = { mach_o = { platform = "visionos", imports = "_$s5ARKit20HandTrackingProviderCMa" } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription", message = "App uses PlaneDetectionProvider",
        files = { App = { mach_o = { platform = "visionos", imports = {
          "_ar_plane_detection_provider_create", "_$s5ARKit22PlaneDetectionProviderCMa",
        } } } },
      },
      {
        platform = "visionos", at = "/NSHandsTrackingUsageDescription", message = "App uses ar_hand_tracking_provider_create",
        files = { App = { mach_o = { platform = "visionos", imports = "_ar_hand_tracking_provider_create" } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription",
        files = { App = { mach_o = { platform = "visionos", imports = "_ar_scene_reconstruction_provider_create" } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription",
        files = { App = { mach_o = { platform = "visionos", imports = "_ar_image_tracking_provider_create" } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription", message = "App uses ar_plane_detection_provider_create",
        files = { App = { mach_o = { platform = "visionos", imports = "_ar_plane_detection_provider_create" } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription",
        files = { App = { mach_o = { platform = "visionos", imports = { "_$s5ARKit27SceneReconstructionProviderCMa" } } } },
      },
      {
        platform = "visionos", at = "/NSWorldSensingUsageDescription",
        files = { App = { mach_o = { platform = "visionos", imports = { "_$s5ARKit21ImageTrackingProviderCMa" } } } },
      },
      { files = { App = app {
        used_classes = { "PHPhotoLibrary", "SFSpeechRecognizer" }, selectors = "requestAuthorizationForAccessLevel:handler:",
      } }, at = "/NSPhotoLibraryUsageDescription" },
      { files = { App = app {
        used_classes = { "CBCentralManager", "CBPeripheralManager" }, selectors = "initWithDelegate:queue:options:",
      } }, at = "/NSBluetoothAlwaysUsageDescription" },
      {
        files = { App = app {
          imports = "_AVMediaTypeVideo", used_classes = { "AVCaptureDevice", "AVCaptureDeviceInput" },
          selectors = "requestAccessForMediaType:completionHandler:",
        } },
        at = "/NSCameraUsageDescription",
      },
      {
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = { mach_o = {
          platform = "ios", file_type = "dylib", id = "@rpath/Kit.framework/Kit", used_classes = "CNContactStore",
          selectors = "requestAccessForEntityType:completionHandler:",
        } } } } },
        message = "Frameworks/Kit.framework/Kit uses", at = "/NSContactsUsageDescription",
      },
    },
  },
}
