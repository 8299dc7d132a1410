local check_manifest = import "apple.privacy.check_manifest"

-- For the examples: a manifest with one entry of collected data, and the keys of an entry up to its purposes.
local with_data = '<plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array><dict>%s</dict></array></dict></plist>'
local function collected(entry) return with_data:format(entry) end
local answers = "<key>NSPrivacyCollectedDataTypeLinked</key><false/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
  .. "<key>NSPrivacyCollectedDataTypePurposes</key>"

-- For the examples.
local tracking = "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key>"

rule "privacy-manifest" {
  summary   = "A privacy manifest must contain only the keys and values that Apple documents",
  severity  = "error",
  rationale = "The store rejects a manifest with unknown keys, reasons or types, and one that declares tracking without domains, or "
    .. "domains without tracking.",
  source    = { "Privacy manifest files", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  tags      = { "S3", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  applies   = { platform = { "ios", "tvos", "watchos", "visionos" }, files = "**/*.xcprivacy" },
  check     = check_manifest,
  examples = {
    pass = {
      { platform = "macos", files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = "" } },
      {}, { files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><false/>"
        .. "<key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/>"
        .. "<key>NSPrivacyTrackingDomains</key><array><string>t.example.com</string></array><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryDiskSpace</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>AB6B.1</string></array></dict></array></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string>" .. answers
        .. "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>") } },
    },
    fail = {
      { platform = "tvos", files = { ["PrivacyInfo.xcprivacy"] = "" }, at = "PrivacyInfo.xcprivacy" },
      { platform = "watchos", files = { ["PrivacyInfo.xcprivacy"] = "" }, at = "PrivacyInfo.xcprivacy" },
      { platform = "visionos", files = { ["PrivacyInfo.xcprivacy"] = "" }, at = "PrivacyInfo.xcprivacy" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>Clock</string></dict></array></dict></plist>" },
          at = "PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/0" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeFoo</string>" .. answers
        .. "<array><string>NSPrivacyCollectedDataTypePurposeOther</string></array>") },
          at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict>" }, at = "PrivacyInfo.xcprivacy" },
      { files = { ["PrivacyInfo.xcprivacy"] = "" }, at = "PrivacyInfo.xcprivacy" },
      {
        platform = "ios",
        files = {
          ["PrivacyInfo.xcprivacy"] = tracking .. "<array><string>https://a.example</string></array>"
            .. "</dict></plist>",
        },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains/0",
      },
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = tracking .. "<array><string/></array></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains/0",
      },
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = tracking .. "<array><true/></array></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains/0",
      },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. ("<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict>"):rep(2)
        .. "</array></dict></plist>" }, at = "PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/1" },
      {
        platform = "ios",
        files = {
          ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array><string/></array></dict></plist>",
        },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0",
      },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>Foo</string>" .. answers .. "<array><string>NSPrivacyCollectedDataTypePurposeOther</string></array>") },
          at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0" },
      { files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string>" .. answers
        .. "<array/>") },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataTypePurposes" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string>" .. answers
        .. "<array><string>Fun</string></array>") }, at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataType"
        .. "Purposes/0" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string><key>NSPrivacyCollectedDataTypeLinked</key><string>NO</string>"
        .. answers:gsub("^.-<false/>", "") .. "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>") },
          at = "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataTypeLinked" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string><key>NSPrivacyCollectedDataTypePurposes</key>"
        .. "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>") }, at = {
          "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataTypeLinked",
          "PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataTypeTracking",
        } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTrackingDomains</key>"
        .. "<array><string>t.example.com</string></array></dict></plist>" }, at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><array/></plist>" }, at = "PrivacyInfo.xcprivacy" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict>" }, at = "PrivacyInfo.xcprivacy" },
      { files = { ["PrivacyInfo.xcprivacy"] = "" }, at = "PrivacyInfo.xcprivacy" },
      {
        platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracks</key><false/></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTracks",
      },
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><string>NO</string></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTracking",
      },
      {
        platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTracking",
      },
      { kind = "framework", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key>"
        .. "<array><dict/></array></dict></plist>" }, at = "PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/0" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string></dict></array></dict>"
        .. "</plist>" }, at = "PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/0/NSPrivacyAccessedAPITypeReasons" },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict></array></dict></plist>" },
          at = "PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/0/NSPrivacyAccessedAPITypeReasons/0" },
    },
  },
}
