local elsewhere = import "apple.elsewhere"
local has_class = import "apple.sdks.has_class"
local values = import "apple.values"

local name = "GoogleService-Info.plist"

-- Where Firebase is, linked as a framework or, with its privacy manifest beside it, statically. Google Sign-In alone needs no app ID.
local signs = { "Frameworks/FirebaseCore.framework", "FirebaseCore_Privacy.bundle", "Firebase_FirebaseCore.bundle" }
local function has_firebase(bundle)
  for _, sign in ipairs(signs) do
    if bundles.exists(bundle, sign) or bundles.exists(bundle, "Contents/" .. sign)
      or bundles.exists(bundle, "Contents/Resources/" .. sign) then
      return true
    end
  end
  return has_class(bundle, { "FIRApp" })
end

-- For the examples.
local plist_text = '<plist version="1.0"><dict>%s</dict></plist>'
local function configured(text, at, info, inside)
  return {
    platform = "ios", bundles = inside, info = info, files = { [name] = text and plist_text:format(text) },
    at = at and name .. ":" .. at,
  }
end
local function entry(key, value) return "<key>" .. key .. "</key><string>" .. value .. "</string>" end
local id = entry("GOOGLE_APP_ID", "1:123456789012:ios:0123456789abcdef")
local own = entry("BUNDLE_ID", "com.example.app")

rule "google-service-info" {
  summary   = "GoogleService-Info.plist must state GOOGLE_APP_ID, and belong to this app",
  severity  = "error",
  rationale = "FirebaseApp.configure() terminates the app at launch if GOOGLE_APP_ID is missing or malformed. With "
    .. "the file of another app, messages and analytics go to that app.",
  source    = { "Firebase for Apple platforms: Add Firebase to your Apple project", "github.com/firebase/firebase-ios-sdk: FIRApp.m" },
  tags      = { "sdk" },
  applies   = { kind = { "application", "extension" }, files = { name, "Contents/Resources/" .. name } },
  check     = function(bundle, report)
    local path = bundle.layout == "contents" and "Contents/Resources/" .. name or name
    if not bundles.exists(bundle, path) then return end
    -- property-lists-parse reports a file that cannot be read.
    if bundles.problem(bundle, path) then return end
    local list = bundles.read(bundle, path)
    if plist.type(list) ~= "dictionary" then
      return report:file(path, "the file is not a dictionary: Firebase terminates the app at launch", {
        fix = "download the file again from the Firebase console",
      })
    end
    local app_id, bundle_id, identifier = list.GOOGLE_APP_ID, values.text(list.BUNDLE_ID), values.text(bundle.info.CFBundleIdentifier)
    if app_id == nil and has_firebase(bundle) then
      report:missing(list, "GOOGLE_APP_ID", "GOOGLE_APP_ID is missing: Firebase terminates the app at launch", {
        expected = "1:NUMBER:ios:DIGITS", fix = "download the file again from the Firebase console",
      })
    elseif app_id ~= nil and (type(app_id) ~= "string" or not app_id:find("^%d+:%d+:ios:%x+$")) then
      report:at(list, "GOOGLE_APP_ID", "'%s' is not the ID of an app for Apple platforms: Firebase terminates the app at launch",
        tostring(app_id), {
        expected = "1:NUMBER:ios:DIGITS", fix = "download the file for the Apple app from the Firebase console",
        -- Google Sign-In, which reads the same file, does without it.
        severity = not has_firebase(bundle) and "warning" or nil,
      })
    end
    if bundle_id and identifier and bundle.kind == "application" and bundle_id ~= identifier then
      report:at(list, "BUNDLE_ID", "the file is for the app %s, but this one is %s", bundle_id, identifier, {
        expected = identifier, fix = "copy the file that the Firebase console has for this app", severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(configured(entry("GOOGLE_APP_ID", "")), { kind = "framework" }),
      { platform = "ios" }, configured(id .. own), configured(id), configured(id, nil, { CFBundleIdentifier = "$(ID)" }),
      configured(id .. entry("BUNDLE_ID", "$(ID)")), configured(id .. "<key>BUNDLE_ID</key><true/>"), configured "<key>", configured(own),
      { files = { ["Contents/Resources/" .. name] = "<plist><dict>" .. id .. own .. "</dict></plist>" } },
      { platform = "ios", without = "CFBundleIdentifier", files = { [name] = "<plist><dict>" .. id .. own .. "</dict></plist>" } },
      { platform = "ios", kind = "extension", files = { [name] = "<plist><dict>" .. id .. own .. "</dict></plist>" } },
      { files = { [name] = "x" } },
    },
    fail = {
      elsewhere(configured(entry("GOOGLE_APP_ID", "")), { kind = "extension", at = name .. ":/GOOGLE_APP_ID" }),
      configured(own, "/GOOGLE_APP_ID", nil, { ["Frameworks/FirebaseCore.framework"] = {} }),
      {
        platform = "ios", files = { [name] = "{}", ["FirebaseCore_Privacy.bundle/a"] = "x" }, at = name .. ":/GOOGLE_APP_ID",
      },
      {
        platform = "ios", files = { [name] = "{}", ["Firebase_FirebaseCore.bundle/a"] = "x" }, at = name .. ":/GOOGLE_APP_ID",
      },
      {
        files = { ["Contents/Resources/" .. name] = "{}" }, bundles = { ["Contents/Frameworks/FirebaseCore.framework"] = {} },
        at = "Contents/Resources/" .. name .. ":/GOOGLE_APP_ID",
      },
      {
        platform = "ios", at = name .. ":/GOOGLE_APP_ID",
        files = { [name] = "{}", App = { mach_o = { platform = "ios", classes = { "FIRApp" } } } },
      },
      configured(entry("GOOGLE_APP_ID", ""), "/GOOGLE_APP_ID"),
      configured(entry("GOOGLE_APP_ID", "1:123:android:abc"), "/GOOGLE_APP_ID"),
      configured("<key>GOOGLE_APP_ID</key><true/>", "/GOOGLE_APP_ID"),
      configured(entry("GOOGLE_APP_ID", "1:123:ios:abc "), "/GOOGLE_APP_ID"),
      configured(entry("GOOGLE_APP_ID", " 1:123:ios:abc"), "/GOOGLE_APP_ID"),
      configured(id .. entry("BUNDLE_ID", "com.example.other"), "/BUNDLE_ID"),
      { platform = "ios", files = { [name] = "<plist><array/></plist>" }, at = name },
      { files = { ["Contents/Resources/" .. name] = "{}", ["Contents/Resources/Firebase_FirebaseCore.bundle/a"] = "x" },
        at = "Contents/Resources/" .. name .. ":/GOOGLE_APP_ID" },
    },
  },
}
