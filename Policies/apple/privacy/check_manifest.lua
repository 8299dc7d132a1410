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

-- Whether a string consists of the prefix and one of the words.
local function is_one_of(words, prefix, value)
  return type(value) == "string" and value:sub(1, #prefix) == prefix and set.contains(words, value:sub(#prefix + 1))
end

-- Checks an entry of NSPrivacyCollectedDataTypes.
local function judge_collected(types, index, report)
  local entry = types[index]
  if plist.type(entry) ~= "dictionary" then
    return report:at(types, index, "the type of the entry is %s, not dictionary", plist.type(entry), {
      expected = "a dictionary", fix = "declare the collected data and its purposes in a dictionary",
    })
  end
  if not is_one_of(data, "NSPrivacyCollectedDataType", entry.NSPrivacyCollectedDataType) then
    report:at(types, index, "'%s' is not a type of collected data", tostring(entry.NSPrivacyCollectedDataType), {
      expected = "NSPrivacyCollectedDataType with one of Apple's data types, such as NSPrivacyCollectedDataTypeEmailAddress",
      fix = "use the closest type, or NSPrivacyCollectedDataTypeOtherDataTypes",
    })
  end
  for _, key in ipairs { "NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking" } do
    local details = { expected = "true or false", fix = "set it to a Boolean" }
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
    })
  end
  for position, purpose in ipairs(given) do
    if not is_one_of(purposes, "NSPrivacyCollectedDataTypePurpose", purpose) then
      report:at(given, position, "'%s' is not a purpose of collected data", tostring(purpose), {
        expected = "NSPrivacyCollectedDataTypePurpose with one of " .. table.concat(purposes, ", "), fix = "use the closest purpose",
      })
    end
  end
end

-- Reports what is wrong with the privacy manifest of a bundle.
return function(bundle, report)
  local path = bundles.resource(bundle, "PrivacyInfo", "xcprivacy")
  if not path then return end
  local problem = bundles.problem(bundle, path)
  if problem then
    return report:file(path, "the privacy manifest cannot be read%s: %s",
      problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
      expected = "a property list", fix = "correct the syntax; plutil -lint also shows the place",
      discriminator = "",
    })
  end
  local manifest = bundles.read(bundle, path)
  if plist.type(manifest) ~= "dictionary" then
    return report:file(path, "the privacy manifest is not a dictionary", {
      expected = "a dictionary", fix = "start from Xcode's template for privacy manifests",
    })
  end
  local known = {
    NSPrivacyTracking = "boolean", NSPrivacyTrackingDomains = "array", NSPrivacyCollectedDataTypes = "array",
    NSPrivacyAccessedAPITypes = "array",
  }
  for key, value in pairs(manifest) do
    if not known[key] then
      report:at(manifest, key, "a privacy manifest has no key '%s'", key, {
        expected = "one of Apple's four keys", fix = "correct its name, or remove it",
      })
    elseif plist.type(value) ~= known[key] then
      report:at(manifest, key, "the type of %s is %s, not %s", key, plist.type(value), known[key], {
        expected = known[key], fix = "change its type to " .. known[key]
      })
    end
  end
  local domains = manifest.NSPrivacyTrackingDomains
  if manifest.NSPrivacyTracking == true and (plist.type(domains) ~= "array" or #domains == 0) then
    report:at(manifest, "NSPrivacyTracking", "NSPrivacyTracking is true but NSPrivacyTrackingDomains is empty", {
      expected = "NSPrivacyTrackingDomains with domains",
      fix = "list the tracking domains, or set NSPrivacyTracking to false if the code does not track",
    })
  end
  if manifest.NSPrivacyTracking ~= true and #values.list(domains) > 0 then
    report:at(manifest, "NSPrivacyTrackingDomains", "NSPrivacyTrackingDomains names domains, but NSPrivacyTracking is not true", {
      expected = "NSPrivacyTracking with the value true",
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
  for index in ipairs(kinds) do judge_collected(kinds, index, report) end
  local types, stated = manifest.NSPrivacyAccessedAPITypes, {}
  for index, entry in ipairs(plist.type(types) == "array" and types or {}) do
    local category = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPIType or nil
    local given = plist.type(entry) == "dictionary" and entry.NSPrivacyAccessedAPITypeReasons or nil
    if reasons[category] and stated[category] then
      report:at(types, index, "%s has two entries", category, {
        expected = "one entry with all reasons", fix = "merge the two entries", severity = "note",
      })
    end
    if category ~= nil then stated[category] = true end
    if category == nil then
      report:at(types, index, "the entry does not name an API category", {
        expected = "NSPrivacyAccessedAPIType with one of Apple's categories", fix = "add the category of the API that the code calls",
      })
    elseif not reasons[category] then
      report:at(types, index, "'%s' is not an API category that requires a reason", tostring(category), {
        expected = "NSPrivacyAccessedAPIType with one of Apple's categories", fix = "use the category of the API that the code calls",
      })
    elseif plist.type(given) ~= "array" or #given == 0 then
      report:missing(entry, "NSPrivacyAccessedAPITypeReasons", "no reason is given for %s", category, {
        expected = "one of " .. table.concat(reasons[category], ", "), fix = "add the reason that applies",
      })
    else
      for position, reason in ipairs(given) do
        if not set.contains(reasons[category], reason) then
          report:at(given, position, "'%s' is not a valid reason for %s", tostring(reason), category, {
            expected = "one of " .. table.concat(reasons[category], ", "), fix = "use the reason that applies",
          })
        end
      end
    end
  end
end
