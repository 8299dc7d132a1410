local required_reasons = import "apple.privacy.required_reasons"
local values = import "apple.values"

local reasons = required_reasons.reasons

-- The data that may be collected, and the purposes.
local data = {
  "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "OtherUserContactInfo", "Health", "Fitness", "PaymentInfo", "CreditInfo",
  "OtherFinancialInfo", "PreciseLocation", "CoarseLocation", "SensitiveInfo", "Contacts", "EmailsOrTextMessages", "PhotosorVideos",
  "AudioData", "GameplayContent", "CustomerSupport", "OtherUserContent", "BrowsingHistory", "SearchHistory", "UserID", "DeviceID",
  "PurchaseHistory", "ProductInteraction", "AdvertisingData", "OtherUsageData", "CrashData", "PerformanceData", "OtherDiagnosticData",
  "EnvironmentScanning", "Hands", "Head", "OtherDataTypes",
}
local purposes = { "ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization", "AppFunctionality", "Other" }

local function contains(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then return true end
  end
  return false
end

-- Whether a string consists of the prefix and one of the words.
local function is_one_of(words, prefix, value)
  return type(value) == "string" and value:sub(1, #prefix) == prefix and contains(words, value:sub(#prefix + 1))
end

-- Checks an entry of NSPrivacyCollectedDataTypes.
local function judge_collected(types, index, severity, report)
  local entry = types[index]
  if plist.type(entry) ~= "dictionary" then
    return report:at(types, index, "the type of the entry is %s, not dictionary", plist.type(entry), {
      expected = "a dictionary", fix = "declare the collected data and its purposes in a dictionary", severity = severity,
    })
  end
  if not is_one_of(data, "NSPrivacyCollectedDataType", entry.NSPrivacyCollectedDataType) then
    report:at(types, index, "'%s' is not a type of collected data", tostring(entry.NSPrivacyCollectedDataType), {
      expected = "NSPrivacyCollectedDataType with one of Apple's data types, such as NSPrivacyCollectedDataTypeEmailAddress",
      fix = "use the closest type, or NSPrivacyCollectedDataTypeOtherDataTypes", severity = severity,
    })
  end
  for _, key in ipairs { "NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking" } do
    local details = { expected = "true or false", fix = "set it to a Boolean", severity = severity }
    if entry[key] == nil then
      report:missing(entry, key, "the entry has no %s", key, details)
    elseif type(entry[key]) ~= "boolean" then
      report:at(entry, key, "the type of %s is %s, not boolean", key, plist.type(entry[key]), details)
    end
  end
  local given = entry.NSPrivacyCollectedDataTypePurposes
  if plist.type(given) ~= "array" or #given == 0 then
    return report:missing(entry, "NSPrivacyCollectedDataTypePurposes", "the entry declares no purposes of the collected data", {
      expected = "a list of purposes", fix = "add the purposes, such as NSPrivacyCollectedDataTypePurposeAppFunctionality",
      severity = severity,
    })
  end
  for position, purpose in ipairs(given) do
    if not is_one_of(purposes, "NSPrivacyCollectedDataTypePurpose", purpose) then
      report:at(given, position, "'%s' is not a purpose of collected data", tostring(purpose), {
        expected = "NSPrivacyCollectedDataTypePurpose with one of " .. table.concat(purposes, ", "), fix = "use the closest purpose",
        severity = severity,
      })
    end
  end
end

-- For the examples: a manifest with one entry of collected data, and the keys of an entry up to its purposes.
local function collected(entry)
  return "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array><dict>" .. entry .. "</dict></array></dict></plist>"
end
local answers = "<key>NSPrivacyCollectedDataTypeLinked</key><false/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
  .. "<key>NSPrivacyCollectedDataTypePurposes</key>"

rule "privacy-manifest" {
  summary   = "A privacy manifest must contain only the keys and values that Apple documents",
  severity  = "error",
  rationale = "The store rejects a manifest with unknown keys, reasons or types, and one that declares tracking without domains, or "
    .. "domains without tracking.",
  source    = { "Privacy manifest files", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  tags      = { "S3", "ITMS-91054", "ITMS-91055", "ITMS-91056", "ITMS-91064" },
  applies   = { files = "**/*.xcprivacy" },
  check = function(bundle, report)
    local path = bundles.resource(bundle, "PrivacyInfo", "xcprivacy")
    if not path then return end
    -- On the Mac only the store reads it, and not every app is sold there.
    local severity = not values.is_mobile(bundle) and "warning" or nil
    local problem = bundles.problem(bundle, path)
    if problem then
      return report:file(path, "the privacy manifest cannot be read%s: %s",
        problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
        expected = "a property list", fix = "correct the syntax; plutil -lint also shows the place", severity = severity,
        discriminator = "",
      })
    end
    local manifest = bundles.read(bundle, path)
    if plist.type(manifest) ~= "dictionary" then
      return report:file(path, "the privacy manifest is not a dictionary", {
        expected = "a dictionary", fix = "start from Xcode's template for privacy manifests", severity = severity,
      })
    end
    local known = {
      NSPrivacyTracking = "boolean", NSPrivacyTrackingDomains = "array", NSPrivacyCollectedDataTypes = "array",
      NSPrivacyAccessedAPITypes = "array",
    }
    for key, value in pairs(manifest) do
      if not known[key] then
        report:at(manifest, key, "a privacy manifest has no key '%s'", key, {
          expected = "one of Apple's four keys", fix = "correct its name, or remove it", severity = severity,
        })
      elseif plist.type(value) ~= known[key] then
        report:at(manifest, key, "the type of %s is %s, not %s", key, plist.type(value), known[key], {
          expected = known[key], fix = "change its type to " .. known[key], severity = severity,
        })
      end
    end
    local domains = manifest.NSPrivacyTrackingDomains
    if manifest.NSPrivacyTracking == true and (plist.type(domains) ~= "array" or #domains == 0) then
      report:at(manifest, "NSPrivacyTracking", "NSPrivacyTracking is true but NSPrivacyTrackingDomains is empty", {
        expected = "NSPrivacyTrackingDomains with domains", severity = severity,
        fix = "list the tracking domains, or set NSPrivacyTracking to false if the code does not track",
      })
    end
    if manifest.NSPrivacyTracking ~= true and #values.list(domains) > 0 then
      report:at(manifest, "NSPrivacyTrackingDomains", "NSPrivacyTrackingDomains names domains, but NSPrivacyTracking is not true", {
        expected = "NSPrivacyTracking with the value true", severity = severity,
        fix = "set NSPrivacyTracking to true, or remove the domains if the code does not track",
      })
    end
    for index, domain in ipairs(values.list(domains)) do
      if type(domain) ~= "string" or not domain:find("^[%w*][%w.-]*$") then
        report:at(domains, index, "'%s' is not a domain", tostring(domain), {
          expected = "a domain such as tracking.example.com", fix = "write only the host, without a scheme or path", severity = "warning",
        })
      end
    end
    local kinds = values.list(manifest.NSPrivacyCollectedDataTypes)
    for index in ipairs(kinds) do judge_collected(kinds, index, severity, report) end
    local types, stated = manifest.NSPrivacyAccessedAPITypes, {}
    for index, entry in ipairs(plist.type(types) == "array" and types or {}) do
      local category = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPIType or nil
      local given = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPITypeReasons or nil
      if reasons[category] and stated[category] then
        report:at(types, index, "%s has two entries", category, {
          expected = "one entry with all reasons", fix = "merge the two entries", severity = "note",
        })
      end
      stated[category or false] = true
      if not reasons[category] then
        report:at(types, index, "'%s' is not an API category that requires a reason", tostring(category), {
          expected = "NSPrivacyAccessedAPIType with one of Apple's categories", fix = "use the category of the API that the code calls",
          severity = severity,
        })
      elseif plist.type(given) ~= "array" or #given == 0 then
        report:missing(entry, "NSPrivacyAccessedAPITypeReasons", "no reason is given for %s", category, {
          expected = "one of " .. table.concat(reasons[category], ", "), fix = "add the reason that applies", severity = severity,
        })
      else
        for position, reason in ipairs(given) do
          if not contains(reasons[category], reason) then
            report:at(given, position, "'%s' is not a valid reason for %s", tostring(reason), category, {
              expected = "one of " .. table.concat(reasons[category], ", "), fix = "use the reason that applies", severity = severity,
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
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>"
        .. "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryDiskSpace</string>"
        .. "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>AB6B.1</string></array></dict></array></dict></plist>" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string>" .. answers
        .. "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>") } },
    },
    fail = {
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict>" }, at = "PrivacyInfo.xcprivacy" },
      { files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = "" }, at = "Contents/Resources/PrivacyInfo.xcprivacy" },
      {
        platform = "ios",
        files = {
          ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>https://a.example</string></array>"
            .. "</dict></plist>",
        },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains/0",
      },
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string/></array></dict></plist>" },
        at = "PrivacyInfo.xcprivacy:/NSPrivacyTrackingDomains/0",
      },
      {
        platform = "ios",
        files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><true/></array></dict></plist>" },
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
      { files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = collected("<key>NSPrivacyCollectedDataType</key>"
        .. "<string>NSPrivacyCollectedDataTypeCrashData</string>" .. answers
        .. "<array/>") },
        at = "Contents/Resources/PrivacyInfo.xcprivacy:/NSPrivacyCollectedDataTypes/0/NSPrivacyCollectedDataTypePurposes" },
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
      { files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = "" }, at = "Contents/Resources/PrivacyInfo.xcprivacy" },
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
      { kind = "framework", files = { ["Versions/A/Resources/PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key>"
        .. "<array><dict/></array></dict></plist>" }, at = "Resources/PrivacyInfo.xcprivacy:/NSPrivacyAccessedAPITypes/0" },
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
