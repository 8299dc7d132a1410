local check_manifest = import "apple.privacy.check_manifest"

local place = "Contents/Resources/PrivacyInfo.xcprivacy"

-- For the examples: a Mac app with a privacy manifest.
local manifest = '<plist version="1.0"><dict>%s</dict></plist>'
local function app(contents) return { files = { [place] = manifest:format(contents) } } end
local function failing(contents, at)
  local result = app(contents)
  result.at = place .. at
  return result
end

rule "mac-privacy-manifest" {
  summary   = "A privacy manifest for the Mac must contain only the keys and values that Apple documents",
  severity  = "warning",
  rationale = "On the Mac only the store reads it, and not every app is sold there. The store rejects what privacy-manifest describes.",
  source    = { "Privacy manifest files", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  tags      = { "S3", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  applies   = { platform = { "macos", "catalyst" }, files = "**/*.xcprivacy" },
  check     = check_manifest,
  examples  = {
    pass = {
      {}, app "<key>NSPrivacyTracking</key><false/>", { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "" } },
    },
    fail = {
      failing("<key>NSPrivacyTracking</key><true/>", ":/NSPrivacyTracking"), failing("<key>Other</key><true/>", ":/Other"),
      failing("<key>NSPrivacyAccessedAPITypes</key><array><dict/></array>", ":/NSPrivacyAccessedAPITypes/0"),
      { files = { [place] = "" }, at = place }, { platform = "catalyst", files = { [place] = "" }, at = place },
    },
  },
}
