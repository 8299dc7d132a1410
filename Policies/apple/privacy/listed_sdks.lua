local listed = import "apple.privacy.listed_names"
local values = import "apple.values"

-- The first two components of an identifier: whose bundle it is.
local function owner(bundle)
  local identifier = values.text(bundle.info.CFBundleIdentifier)
  return identifier and identifier:match("^[^.]+%.[^.]+%.") or nil
end

-- Whether the framework has a manifest: in itself, or in the resources that a package manager made of it, such as Name_Name.bundle.
local function has_manifest(framework, name, app)
  if #bundles.walk(framework, "**/PrivacyInfo.xcprivacy") > 0 then return true end
  for _, path in ipairs(bundles.walk(app, "**/" .. name .. "*.bundle/**/PrivacyInfo.xcprivacy")) do
    if path:find("%f[^/%z]" .. name .. "%f[^%w][^/]*%.bundle/") then return true end
  end
  return false
end

rule "listed-sdks" {
  summary   = "An SDK on Apple's list must contain a privacy manifest",
  severity  = "error",
  rationale = "The store rejects a new app with one of these SDKs, or an update that adds one, if the SDK has no privacy manifest. An SDK "
    .. "that an earlier build contains is not checked, nor one linked into another file, nor a framework with the app's own identifier "
    .. "prefix. listed-sdks-signed checks the "
    .. "signature of an SDK that is delivered as a binary.",
  source    = { "ITMS-91061", "Apple Developer: Third-party SDK requirements" },
  help      = "https://developer.apple.com/support/third-party-SDK-requirements/",
  tags      = { "S3", "ITMS-91061" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local app, name = values.host(bundle), bundle.name:match("(.*)%.framework")
    if not (app and listed[name]) or owner(bundle) ~= nil and owner(bundle) == owner(app) or bundle.history[1]
      or has_manifest(bundle, name, app) then
      return
    end
    report:file("PrivacyInfo.xcprivacy", "%s is on Apple's list of SDKs, but has no privacy manifest", name, {
      expected = "PrivacyInfo.xcprivacy in the framework",
      fix = "update the SDK to a version with a privacy manifest; if the store already accepted this SDK in an earlier build, name that "
        .. "build with --previous",
    })
  end,
  examples  = {
    pass = {
      { kind = "application", bundles = { ["Frameworks/Kit.framework"] = {} } },
      { name = "Alamofire.framework", info = { CFBundleIdentifier = "org.alamofire.Alamofire" } },
      { name = "Alamofire.framework", without = "CFBundleIdentifier" },
      {
        kind = "application", bundles = {
          ["Frameworks/Alamofire.framework"] = {
            info = { CFBundleIdentifier = "org.alamofire.Alamofire" }, files = { ["PrivacyInfo.xcprivacy"] = "{}" },
          },
        },
      },
      {
        kind = "application", bundles = {
          ["Frameworks/Alamofire.framework"] = {
            info = { CFBundleIdentifier = "org.alamofire.Alamofire" }, files = { ["Alamofire.bundle/PrivacyInfo.xcprivacy"] = "{}" },
          },
        },
      },
      {
        kind = "application", files = { ["Alamofire_Alamofire.bundle/PrivacyInfo.xcprivacy"] = "{}" },
        bundles = { ["Frameworks/Alamofire.framework"] = { info = { CFBundleIdentifier = "org.alamofire.Alamofire" } } },
      },
      -- The app's own framework of this name.
      { kind = "application", bundles = { ["Frameworks/Toast.framework"] = { info = { CFBundleIdentifier = "com.example.app.toast" } } } },
      {
        kind = "application",
        bundles = { ["Frameworks/Alamofire.framework"] = { info = { CFBundleIdentifier = "org.alamofire.Alamofire" } } },
        history = { {} },
      },
    },
    fail = {
      {
        kind = "application",
        bundles = { ["Frameworks/Alamofire.framework"] = { info = { CFBundleIdentifier = "org.alamofire.Alamofire" } } },
        at = "Frameworks/Alamofire.framework/PrivacyInfo.xcprivacy",
      },
      {
        kind = "application", bundles = { ["Frameworks/Alamofire.framework"] = { without = "CFBundleIdentifier" } },
        at = "Frameworks/Alamofire.framework/PrivacyInfo.xcprivacy",
      },
      {
        kind = "application", platform = "tvos",
        bundles = { ["Frameworks/RxSwift.framework"] = { info = { CFBundleIdentifier = "org.cocoapods.RxSwift" } } },
        at = "Frameworks/RxSwift.framework/PrivacyInfo.xcprivacy",
      },
      -- The manifest of another SDK.
      {
        kind = "application",
        files = {
          ["FirebaseCoreExtension_Privacy.bundle/PrivacyInfo.xcprivacy"] = "{}", ["GoogleFirebaseCore.bundle/PrivacyInfo.xcprivacy"] = "{}",
        },
        bundles = { ["Frameworks/FirebaseCore.framework"] = { info = { CFBundleIdentifier = "org.cocoapods.FirebaseCore" } } },
        at = "Frameworks/FirebaseCore.framework/PrivacyInfo.xcprivacy",
      },
      {
        kind = "application",
        bundles = { ["Frameworks/Alamofire.framework"] = { info = { CFBundleIdentifier = "org.alamofire.Alamofire" } } },
        history = { { bundles = { ["Frameworks/Alamofire.framework"] = { info = { CFBundleIdentifier = "org.other.Alamofire" } } } } },
        at = "Frameworks/Alamofire.framework/PrivacyInfo.xcprivacy",
      },
    },
  },
}
