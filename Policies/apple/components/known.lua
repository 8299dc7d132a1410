-- Libraries and SDKs that are recognized in bundles. Each entry has a `name`, and some of these fields:
--   frameworks, libraries  names of frameworks (without .framework) and of loose libraries (without lib, version and extension)
--   classes                Objective-C classes that only this library defines; all of them must be there
--   strings                beginnings of C strings, of which one must be there
--   version, released      Lua patterns for such a string, which capture the version or the day of the source
--   needs                  the beginning of another string that must be there: of several libraries with the same string, or of code that
--                          was only compiled with the header of the library
--   cpe                    the vendor and product in the names of vulnerability databases
--   is_listed              whether Apple lists it among the SDKs that need a privacy manifest
-- An entry is only added if it cannot be mistaken: one class with a common name is not enough.
local known = {}

local function add(name, entry)
  entry.name = name
  known[#known + 1] = entry
end

-- The name that the Objective-C runtime has for a Swift class.
local function swift(module, class) return ("_TtC%d%s%d%s"):format(#module, module, #class, class) end

local function words(text)
  local result = {}
  for word in text:gmatch("%S+") do result[#result + 1] = word end
  return result
end

-- SQLite states when its source was checked in, not its version.
local days = {}
for year = 2004, 2049 do days[#days + 1] = ("%d-"):format(year) end

add("OpenSSL", {
  cpe = "openssl:openssl",
  frameworks = { "OpenSSL", "openssl" }, libraries = { "crypto", "ssl" },
  strings = { "OpenSSL " }, version = "^OpenSSL (%d+%.%d+%.%d+%l?) +%d+ %u%l%l %d%d%d%d", needs = "OPENSSLDIR: ", is_listed = true,
})
add("BoringSSL", {
  frameworks = { "openssl_grpc", "BoringSSL" }, strings = { "BoringSSL" }, version = "^(BoringSSL)$", needs = "OPENSSLDIR: ",
  is_listed = true,
})
add("SQLite", {
  cpe = "sqlite:sqlite",
  libraries = { "sqlite3" }, strings = days, released = "^(%d%d%d%d%-%d%d%-%d%d) %d%d:%d%d:%d%d %x+$", needs = "SQLite format 3",
})
add("libpng", {
  cpe = "libpng:libpng", libraries = { "png", "png16" },
  strings = { "\nlibpng version ", " libpng version " }, version = "^%s*libpng version (%d+%.%d+%.%d+)",
})
add("libjpeg-turbo", {
  cpe = "libjpeg-turbo:libjpeg-turbo",
  libraries = { "jpeg", "turbojpeg" }, strings = { "libjpeg-turbo version " }, version = "^libjpeg%-turbo version (%d+%.%d+%.%d+) ",
})
add("curl", { cpe = "haxx:curl", libraries = { "curl" }, strings = { "libcurl/" }, version = "^libcurl/(%d+%.%d+%.%d+)" })
add("expat", { cpe = "libexpat_project:libexpat", libraries = { "expat" }, strings = { "expat_" }, version = "^expat_(%d+%.%d+%.%d+)$" })
add("libssh2", {
  cpe = "libssh2:libssh2", libraries = { "ssh2" },
  strings = { "SSH-2.0-libssh2_" }, version = "^SSH%-2%.0%-libssh2_(%d+%.%d+%.%d+)",
})
add("libvpx", {
  cpe = "webmproject:libvpx", libraries = { "vpx" },
  strings = { "WebM Project VP" }, version = "^WebM Project VP[89] %u%l+ v(%d+%.%d+%.%d+)",
})
add("libavcodec", { libraries = { "avcodec" }, strings = { "Lavc" }, version = "^Lavc(%d+%.%d+%.%d+)$" })
add("Mbed TLS", {
  cpe = "arm:mbed_tls", libraries = { "mbedcrypto", "mbedtls" },
  strings = { "mbed TLS ", "Mbed TLS " }, version = "^[Mm]bed TLS (%d+%.%d+%.%d+)$",
})
add("OpenCV", {
  cpe = "opencv:opencv",
  frameworks = { "opencv2" }, libraries = { "opencv_core" }, strings = { "\nGeneral configuration for OpenCV " },
  version = "^%s*General configuration for OpenCV (%d+%.%d+%.%d+)",
})
add("zlib", { libraries = { "z" } })

-- SDKs on Apple's list. Those without classes are recognized only as frameworks.
for _, row in ipairs {
  { "AFNetworking", "AFURLSessionManager AFHTTPSessionManager" },
  { "Alamofire", swift("Alamofire", "Session") .. " " .. swift("Alamofire", "DataRequest") },
  { "AppAuth", "OIDAuthState OIDServiceConfiguration" },
  { "Capacitor", "CAPPlugin CAPPluginMethod" },
  { "Charts", swift("Charts", "ChartViewBase") },
  { "Cordova", "CDVViewController CDVPluginResult" },
  { "DKImagePickerController", swift("DKImagePickerController", "DKImagePickerController") },
  { "FBLPromises", "FBLPromise" },
  { "FBSDKCoreKit", "FBSDKApplicationDelegate FBSDKSettings" },
  { "FBSDKLoginKit", "FBSDKLoginManager" },
  { "FirebaseABTesting", "FIRExperimentController" },
  { "FirebaseAuth", "FIRAuth FIRAuthDataResult" },
  { "FirebaseCore", "FIRApp FIROptions" },
  { "FirebaseCrashlytics", "FIRCrashlytics" },
  { "FirebaseDynamicLinks", "FIRDynamicLinks" },
  { "FirebaseFirestore", "FIRFirestore FIRDocumentReference" },
  { "FirebaseInstallations", "FIRInstallations" },
  { "FirebaseMessaging", "FIRMessaging" },
  { "FirebaseRemoteConfig", "FIRRemoteConfig" },
  { "Flutter", "FlutterEngine FlutterViewController" },
  { "FMDB", "FMDatabase FMDatabaseQueue FMResultSet" },
  { "GoogleDataTransport", "GDTCORTransport GDTCOREvent" },
  { "GoogleSignIn", "GIDSignIn GIDConfiguration" },
  { "GTMSessionFetcher", "GTMSessionFetcher GTMSessionFetcherService" },
  { "IQKeyboardManager", "IQKeyboardManager IQKeyboardReturnKeyHandler" },
  { "IQKeyboardManagerSwift", swift("IQKeyboardManagerSwift", "IQKeyboardManager") },
  { "Kingfisher", swift("Kingfisher", "KingfisherManager") },
  { "Lottie", swift("Lottie", "LottieAnimationView") },
  { "MBProgressHUD", "MBProgressHUD MBBackgroundView" },
  { "Protobuf", "GPBMessage GPBDescriptor" },
  { "RxSwift", swift("RxSwift", "DisposeBag") },
  { "SDWebImage", "SDWebImageManager SDImageCache" },
  { "SnapKit", swift("SnapKit", "ConstraintMaker") },
  { "Starscream", swift("Starscream", "WebSocket") },
  { "SVProgressHUD", "SVProgressHUD SVIndefiniteAnimatedView" },
  { "SwiftyGif", swift("SwiftyGif", "SwiftyGifManager") },
  { "UnityFramework", "UnityFramework UnityAppController" },
} do
  add(row[1], { frameworks = { row[1] }, classes = words(row[2]), is_listed = true })
end

-- Other SDKs.
for _, row in ipairs {
  { "AppsFlyerLib", "AppsFlyerLib AppsFlyerLinkGenerator" },
  { "GoogleMobileAds", "GADMobileAds GADRequest" },
  { "Realm", "RLMRealm RLMRealmConfiguration" },
  { "Sentry", "SentryHub SentryEnvelope" },
} do
  add(row[1], { frameworks = { row[1] }, classes = words(row[2]) })
end
add("Sparkle", { frameworks = { "Sparkle" }, classes = { "SUHost", "SUAppcastItem" } })

return known
