local info_strings = import "apple.localization.info_strings"

local prefixes = { "CF", "GC", "IN", "LS", "NS", "SK", "UI", "WK" }

-- A key that differs by more than typos: in its prefix, or in Apple's usual ending for such keys.
local function meant(name)
  -- Short names resemble too many others.
  if #name < 10 then return nil end
  local candidates = { name:sub(3), (name:gsub("Description", "UsageDescription")), name .. "Description" }
  for _, prefix in ipairs(prefixes) do
    table.insert(candidates, prefix .. name:sub(3))
    if name:find("UsageDescription") then table.insert(candidates, prefix .. name) end
  end
  for _, candidate in ipairs(candidates) do
    if not keys.is_custom(candidate) then return candidate end
  end
end

local function nearest(name)
  local bare = name:match("%s*(.-)%s*$")
  -- A name as short as a word may be one.
  if #bare < 6 then return nil end
  local found = keys.nearest(bare)
  local start = bare:sub(1, 2):lower()
  -- A typo is rarely in the prefix; a different prefix is usually intended: CrBundleIdentifier is Chromium's.
  if found and (found:sub(1, 2):lower() == start or found:sub(1, 2):lower() == start:reverse()) then return found end
  return (keys.apple_prefix(bare) or bare:find("UsageDescription")) and meant(bare) or nil
end

-- Other keys of a strings file are texts of Info.plist, such as names of document types.
local function judge_languages(bundle, report)
  for _, text in ipairs(info_strings.all(bundle, { missing = true })) do
    local key = text.key
    local found = keys.is_custom(key) and keys.apple_prefix(key) and not key:find("%s") and nearest(key)
    if found then
      report:at(text.node, key, "the platform does not define the key %s; did you mean %s?", key, found, {
        expected = found, fix = "rename it to " .. found, discriminator = text.language,
      })
    end
  end
end

rule "misspelt-keys" {
  summary   = "Keys of the platform must not be misspelled",
  severity  = "warning",
  rationale = "The platform matches keys letter by letter: a typo silently disables a setting.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for _, key in ipairs(keys.unprefixed(bundle.info)) do
      local parts = keys.split(key)
      local base = parts.base
      local found = nearest(base)
      -- A key that belongs inside another key's value is spelled correctly; misplaced-keys reports it, and known-qualifiers malformed keys.
      if found and #keys.parents(base) == 0 and not parts.problem and not keys.library(key) then
        report:at(bundle.info, key, "the platform does not define the key %s; did you mean %s?", key, found, {
          expected = found,
          fix = "rename it to " .. found .. key:sub(#base + 1) .. "; give a key of your own a prefix, here and in the code that reads it",
        })
      end
    end
    if bundle.kind == "application" or bundle.kind == "extension" then judge_languages(bundle, report) end
  end,
  examples  = {
    pass = {
      { localizations = { fr = { InfoPlist = {
        ["CFBundle Name"] = "Nom", CFBundleName = "Nom", Movie = "Film", ["CrBundleName"] = "x",
      } } } },
      { kind = "framework", localizations = { fr = { InfoPlist = { CFBundelDisplayName = "Nom" } } } },
      {}, { info = { CrBundleIdentifier = "x" } },
      { info = { ["com.example.CFBundleNmae"] = "x", SUFeedURL = "https://example.com", NOTE = "x", NSIco = "x" } },
      { info = { UILaunchImageSize = "{320, 480}" } },
      { info = { FacebookAppID = "1", ElectronTeamID = "X", PyOptions = {}, UTTypes = 1 } },
      { info = { BundleIdentifier = "x", NSOurOwnDescription = "x", APP_GROUP_IDENTIFIER = "x", ["x y z, more"] = 1 } },
    },
    fail = {
      {
        localizations = { fr = { InfoPlist = { CFBundelDisplayName = "Nom" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundelDisplayName",
      },
      {
        kind = "extension", localizations = { fr = { InfoPlist = { CFBundelDisplayName = "Nom" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/CFBundelDisplayName",
      },
      {
        platform = "ios", localizations = { fr = { InfoPlist = { NSCameraUsageDescripton = "Pour lire" } } },
        at = "fr.lproj/InfoPlist.strings:/NSCameraUsageDescripton",
      },
      { info = { CFBundleDisplayname = "App" }, at = "/CFBundleDisplayname" },
      { info = { LSMinimumSytemVersion = "13.0" }, at = "/LSMinimumSytemVersion" },
      { info = { CFBundle_Name = "App" }, at = "/CFBundle_Name" },
      { platform = "ios", info = { ["UISupportedInterfaceOrientation~ipad"] = {} }, at = "/UISupportedInterfaceOrientation~0ipad" },
      { info = { ["CFBundleSpokenName "] = "App" }, at = "/CFBundleSpokenName " },
      { info = { OSBundleRequired_x8664 = "Root" }, at = "/OSBundleRequired_x8664" },
      {
        info = { ["com.apple.developer.nfc.readersession.felica.systemcode"] = {} },
        at = "/com.apple.developer.nfc.readersession.felica.systemcode",
      },
      { info = { FCBundleSpokenName = "App" }, at = "/FCBundleSpokenName" },
      { info = { UIHighResolutionCapable = true }, at = "/UIHighResolutionCapable" },
      { platform = "ios", info = { NSNFCReaderUsageDescription = "To read tags" }, at = "/NSNFCReaderUsageDescription" },
      { info = { CameraUsageDescription = "To scan" }, at = "/CameraUsageDescription" },
      { info = { NSIcno = "App" }, at = "/NSIcno" }, { info = { NSAppFonts = {} }, at = "/NSAppFonts" },
      { info = { NSCameraDescription = "To scan" }, at = "/NSCameraDescription" },
      { info = { NSCameraUsage = "To scan" }, at = "/NSCameraUsage" },
    },
  },
}
