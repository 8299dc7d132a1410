-- Libraries and SDKs that are recognized in bundles. Each entry has a `name`, and some of these fields:
--   frameworks, libraries  names of frameworks (without .framework) and of loose libraries (without lib, version and extension)
--   classes                Objective-C classes that only this library defines; all of them must be there
--   text                   a regular expression that only its strings and constants match
--   version, released      Lua patterns for that text, which capture the version or the day of the source
--   needs                  a regular expression that must match, too: several libraries have the same text, or other code has it from a
--                          header that it was compiled with
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

local number = [[[0-9]+\.[0-9]+\.[0-9]+]]

-- Most texts must be a whole C string: part of another text, the name of a library says nothing.
local function whole(pattern) return [[\x00]] .. pattern .. [[\x00]] end

add("OpenSSL", {
  cpe = "openssl:openssl", frameworks = { "OpenSSL", "openssl" }, libraries = { "crypto", "ssl" }, is_listed = true,
  text = [[OpenSSL ]] .. number .. [[[a-z]? +[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4}]], version = "^OpenSSL (%d+%.%d+%.%d+%l?)",
  needs = [[\x00OPENSSLDIR: ]],
})
add("BoringSSL", { frameworks = { "openssl_grpc", "BoringSSL" }, text = whole "BoringSSL", needs = [[\x00OPENSSLDIR: ]], is_listed = true })
-- SQLite states when its source was checked in, not its version.
add("SQLite", {
  cpe = "sqlite:sqlite", libraries = { "sqlite3" }, text = [[\x00[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9a-f]{40,64}]],
  released = "(%d%d%d%d%-%d%d%-%d%d) ", needs = [[SQLite format 3]],
})
add("zlib", {
  cpe = "zlib:zlib", libraries = { "z" }, text = [[ (?:in|de)flate [0-9.]+ Copyright 1995-[0-9]{4} ]], version = "flate ([%d.]+) Copyright",
})
add("libpng", {
  cpe = "libpng:libpng", libraries = { "png", "png16" }, text = [[\x00\s*libpng version ]] .. number, version = "version ([%d.]+)",
})
add("libjpeg-turbo", {
  cpe = "libjpeg-turbo:libjpeg-turbo", libraries = { "jpeg", "turbojpeg" }, text = [[\x00libjpeg-turbo version ]] .. number .. [[ \(]],
  version = "version ([%d.]+)",
})
add("curl", { cpe = "haxx:curl", libraries = { "curl" }, text = whole("libcurl/" .. number .. "(?:-DEV)?"), version = "/([%d.]+)" })
add("expat", { cpe = "libexpat_project:libexpat", libraries = { "expat" }, text = whole("expat_" .. number), version = "_([%d.]+)" })
add("libssh2", { cpe = "libssh2:libssh2", libraries = { "ssh2" }, text = [[\x00SSH-2\.0-libssh2_]] .. number, version = "_([%d.]+)" })
add("libvpx", {
  cpe = "webmproject:libvpx", libraries = { "vpx" }, text = [[\x00WebM Project VP[89] [A-Z][a-z]+ v]] .. number, version = " v([%d.]+)",
})
add("libavcodec", { libraries = { "avcodec" }, text = whole("Lavc" .. number), version = "Lavc([%d.]+)" })
add("Mbed TLS", {
  cpe = "arm:mbed_tls", libraries = { "mbedcrypto", "mbedtls" }, text = whole("[Mm]bed TLS " .. number), version = "TLS ([%d.]+)",
})
add("OpenCV", {
  cpe = "opencv:opencv", frameworks = { "opencv2" }, libraries = { "opencv_core" }, text = [[General configuration for OpenCV ]] .. number,
  version = "OpenCV ([%d.]+)",
})

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
