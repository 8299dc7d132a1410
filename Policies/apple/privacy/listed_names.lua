-- The SDKs on Apple's list by the names of their frameworks; `absl` is Abseil, and `openssl` OpenSSL.
local listed = {}
for name in ([[
  absl AFNetworking Alamofire AppAuth openssl_grpc Capacitor Charts connectivity_plus Cordova device_info_plus DKImagePickerController
  DKPhotoGallery FBAEMKit FBLPromises FBSDKCoreKit FBSDKCoreKit_Basics FBSDKLoginKit FBSDKShareKit file_picker FirebaseABTesting
  FirebaseAuth FirebaseCore FirebaseCoreDiagnostics FirebaseCoreExtension FirebaseCoreInternal FirebaseCrashlytics FirebaseDynamicLinks
  FirebaseFirestore FirebaseInstallations FirebaseMessaging FirebaseRemoteConfig Flutter flutter_inappwebview flutter_local_notifications
  fluttertoast FMDB geolocator_apple GoogleDataTransport GoogleSignIn GoogleToolboxForMac GoogleUtilities grpcpp GTMAppAuth
  GTMSessionFetcher hermes image_picker_ios IQKeyboardManager IQKeyboardManagerSwift Kingfisher leveldb Lottie MBProgressHUD nanopb
  OneSignal OneSignalCore OneSignalExtension OneSignalOutcomes openssl OpenSSL OrderedSet package_info package_info_plus path_provider
  path_provider_ios Promises Protobuf Reachability RealmSwift RxCocoa RxRelay RxSwift SDWebImage share_plus shared_preferences_ios SnapKit
  sqflite Starscream SVProgressHUD SwiftyGif SwiftyJSON Toast UnityFramework url_launcher url_launcher_ios video_player_avfoundation
  wakelock webview_flutter_wkwebview
]]):gmatch("%S+") do listed[name] = true end

return listed
