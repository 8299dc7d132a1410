-- The reasons that Apple accepts, by the sort of interface.
local reasons = {
  NSPrivacyAccessedAPICategoryFileTimestamp = { "DDA9.1", "C617.1", "3B52.1", "0A2A.1" },
  NSPrivacyAccessedAPICategorySystemBootTime = { "35F9.1", "8FFB.1", "3D61.1" },
  NSPrivacyAccessedAPICategoryDiskSpace = { "85F4.1", "E174.1", "7D9E.1", "B728.1" },
  NSPrivacyAccessedAPICategoryActiveKeyboards = { "3EC4.1", "54BD.1" },
  NSPrivacyAccessedAPICategoryUserDefaults = { "CA92.1", "1C8F.1", "C56D.1", "AC6B.1" },
}

local function contains(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then return true end
  end
  return false
end

rule "privacy-manifest" {
  summary   = "A privacy manifest says what the documents ask, in the words they give",
  severity  = "error",
  rationale = "The store refuses a manifest with unknown keys, reasons or types, and one that tracks without naming where to.",
  source    = { "Privacy manifest files", "ITMS-91053", "ITMS-91056" },
  tags      = { "S3", "ITMS-91053", "ITMS-91056" },
  check = function(bundle, report)
    local path = bundles.resource(bundle, "PrivacyInfo", "xcprivacy")
    if not path then return end
    local manifest = bundles.read(bundle, path)
    if plist.type(manifest) ~= "dictionary" then
      return report:file(path, "the privacy manifest is no dictionary", { expected = "a dictionary" })
    end
    local known = {
      NSPrivacyTracking = "boolean", NSPrivacyTrackingDomains = "array", NSPrivacyCollectedDataTypes = "array",
      NSPrivacyAccessedAPITypes = "array",
    }
    for key, value in pairs(manifest) do
      if not known[key] then
        report:at(manifest, key, "a privacy manifest has no key '%s'", key, { fix = "take it away, or correct its name" })
      elseif plist.type(value) ~= known[key] then
        report:at(manifest, key, "%s is a %s", key, plist.type(value), { expected = known[key] })
      end
    end
    local domains = manifest.NSPrivacyTrackingDomains
    if manifest.NSPrivacyTracking == true and (plist.type(domains) ~= "array" or #domains == 0) then
      report:at(manifest, "NSPrivacyTracking", "it says that it tracks, and not where to", {
        expected = "NSPrivacyTrackingDomains with domains", fix = "name the domains, or write false",
      })
    end
    local types = manifest.NSPrivacyAccessedAPITypes
    for index, entry in ipairs(plist.type(types) == "array" and types or {}) do
      local category = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPIType or nil
      local given = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPITypeReasons or nil
      if not reasons[category] then
        report:at(types, index, "'%s' is no sort of interface that needs a reason", tostring(category), {
          expected = "NSPrivacyAccessedAPIType with one of Apple's categories",
        })
      elseif plist.type(given) ~= "array" or #given == 0 then
        report:missing(entry, "NSPrivacyAccessedAPITypeReasons", "no reason is given for %s", category, {
          expected = "one of " .. table.concat(reasons[category], ", "),
        })
      else
        for position, reason in ipairs(given) do
          if not contains(reasons[category], reason) then
            report:at(given, position, "'%s' is no reason for %s", tostring(reason), category, {
              expected = "one of " .. table.concat(reasons[category], ", "),
            })
          end
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><false/>"
        .. "<key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/>"
        .. "<key>NSPrivacyTrackingDomains</key><array><string>t.example.com</string></array><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array></dict></plist>" } },
    },
    fail = {
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><array/></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracks</key><false/></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><string>NO</string></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>" } },
      { kind = "framework", files = { ["Versions/A/Resources/PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key>"
        .. "<array><dict/></array></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string></dict></array></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict></array></dict></plist>" } },
    },
  },
}
