local values = import "apple.values"
local lists = import "apple.required_keys.lists"

-- Keys whose empty value is read as an empty name or version. Project templates leave others, such as CFBundleIconFile,
-- NSPrincipalClass and NSHumanReadableCopyright, empty, which has no effect.
local names = {
  CFBundleDevelopmentRegion = true, CFBundleDisplayName = true, CFBundleExecutable = true, CFBundleIdentifier = true,
  CFBundleInfoDictionaryVersion = true, CFBundleName = true, CFBundlePackageType = true, CFBundleShortVersionString = true,
  CFBundleVersion = true, CFBundleIconName = true, CFBundleSpokenName = true, LSMinimumSystemVersion = true,
  MinimumOSVersion = true, NSMainNibFile = true, NSMainStoryboardFile = true, UILaunchStoryboardName = true,
  UIMainStoryboardFile = true, WKCompanionAppBundleIdentifier = true, WKAppBundleIdentifier = true,
}

-- Keys with lists of names.
local lists_of_names = {
  "BGTaskSchedulerPermittedIdentifiers", "CFBundleIconFiles", "NSUserActivityTypes", "UIAppFonts", "UISupportedExternalAccessoryProtocols",
}
-- Lists of names inside other values.
local inner_lists = {
  "/CFBundleIcons/*/CFBundleIconFiles", "/CFBundleIcons/CFBundleAlternateIcons/*/CFBundleIconFiles",
  "/CFBundleIcons~0ipad/*/CFBundleIconFiles",
  "/CFBundleIcons~0ipad/CFBundleAlternateIcons/*/CFBundleIconFiles", "/CFBundleDocumentTypes/*/CFBundleTypeIconFiles",
}

-- Keys with lists that mean nothing if they are empty.
local filled_lists = { "UISupportedInterfaceOrientations", "UIDeviceFamily" }

-- Keys that only name something that users open. React Native ships a framework whose CFBundleName is empty, to no effect.
local display_names = { CFBundleDisplayName = true, CFBundleName = true, CFBundleSpokenName = true }
local unseen = { framework = true, plugin = true }
-- iOS starts without a nib where the name is empty, as the template of Cordova has it.
local unread_by_mobile = { NSMainNibFile = true }

-- The keys that the rules for required keys report if they are empty.
local function asked_for(bundle)
  local result = {}
  for _, key in ipairs(lists[bundle.kind] or {}) do result[key] = true end
  if bundle.kind == "application" then
    for _, key in ipairs(lists.application_names) do result[key] = true end
  end
  return result
end

rule "keys-not-empty" {
  summary   = "Keys that name something must not be empty",
  severity  = "error",
  rationale = "An empty name is still a name: the system looks for a file or a version with an empty name and finds none.",
  source    = { "Bundle Resources: Information Property List", "Xcode: processing of Info.plist files" },
  tags      = { "S3", "S2" },
  check     = function(bundle, report)
    local function judge(list, name)
      for _, index in ipairs(plist.type(list) == "array" and plist.blanks(list) or {}) do
        report:at(list, index, "%s contains an empty name", name, { expected = "a name", fix = "remove the element", severity = "warning" })
      end
    end
    for _, name in ipairs(lists_of_names) do
      for _, form in ipairs(values.forms(bundle.info, name)) do judge(bundle.info[form], form) end
    end
    for _, pointer in ipairs(inner_lists) do
      for _, entry in ipairs(plist.find(bundle.info, pointer)) do judge(entry.value, entry.key) end
    end
    for _, name in ipairs(filled_lists) do
      for _, form in ipairs(values.forms(bundle.info, name)) do
        local list = bundle.info[form]
        if plist.type(list) == "array" and #list == 0 then
          report:at(bundle.info, form, "%s is an empty list", form, {
            expected = "at least one value", fix = "list the values, or remove the key", severity = "warning",
          })
        end
      end
    end
    local elsewhere = asked_for(bundle)
    for _, key in ipairs(plist.blanks(bundle.info)) do
      local name = keys.split(key).base
      local is_seen = names[name] and not (unseen[bundle.kind] and display_names[name])
        and not (unread_by_mobile[name] and values.is_mobile(bundle))
      if is_seen and not (key == name and elsewhere[name]) then
        report:at(bundle.info, key, "%s is empty", key, {
          expected = "a value, or no " .. key, fix = "set a value, or remove the key",
          severity = not values.is_mobile(bundle) and "warning" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {
        platform = "ios",
        info = {
          CFBundleIconFiles = {}, UIRequiredDeviceCapabilities = {},
          UISupportedInterfaceOrientations = { "UIInterfaceOrientationPortrait" },
        },
      },
      {}, { info = { CFBundleIconFile = "", NSHumanReadableCopyright = "", NSPrincipalClass = "" } }, { info = { CFBundleName = "" } },
      { platform = "ios", info = { UIMainStoryboardFile = true, NSUserActivityTypes = { "com.example.edit", 1 } } },
      { kind = "framework", platform = "ios", info = { CFBundleDisplayName = "", CFBundleName = "", CFBundleSpokenName = "" } },
      { kind = "plugin", info = { CFBundleName = "" } },
      { platform = "ios", info = { NSMainNibFile = "", ["NSMainNibFile~ipad"] = "" } },
    },
    fail = {
      { platform = "ios", info = { CFBundleIconFiles = { "Icon", "" } }, at = "/CFBundleIconFiles/1" },
      { platform = "ios", info = { ["CFBundleIconFiles~ipad"] = { "" } }, at = "/CFBundleIconFiles~0ipad/0" },
      {
        platform = "ios", info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "", "Icon" } } } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0",
      },
      {
        platform = "ios",
        info = { ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "\u{200B}" } } } } },
        at = "/CFBundleIcons~0ipad/CFBundleAlternateIcons/Blue/CFBundleIconFiles/0",
      },
      {
        platform = "ios",
        files = {
          ["Info.plist"] = '{ CFBundleIdentifier = "com.example.app"; CFBundleSupportedPlatforms = (iPhoneOS); '
            .. 'UISupportedInterfaceOrientations = (); }',
        },
        at = "/UISupportedInterfaceOrientations",
      },
      {
        platform = "ios",
        files = {
          ["Info.plist"] = '{ CFBundleIdentifier = "com.example.app"; CFBundleSupportedPlatforms = (iPhoneOS); "UIDeviceFamily~ipad" = (); '
            .. '}',
        },
        at = "/UIDeviceFamily~0ipad",
      },
      -- A no-break space, and a space without width.
      { platform = "ios", info = { UILaunchStoryboardName = "\u{A0}" }, at = "/UILaunchStoryboardName" },
      { kind = "plist", info = { CFBundleIdentifier = "\u{200B}" }, at = "/CFBundleIdentifier" },
      { info = { NSUserActivityTypes = { "com.example.edit", "" } }, at = "/NSUserActivityTypes/1" },
      { platform = "ios", info = { UIAppFonts = { " " } }, at = "/UIAppFonts/0" },
      { info = { NSMainNibFile = "" }, at = "/NSMainNibFile" },
      { platform = "ios", info = { UILaunchStoryboardName = " " }, at = "/UILaunchStoryboardName" },
      { kind = "plugin", info = { CFBundleVersion = "" }, at = "/CFBundleVersion" },
      { platform = "ios", info = { ["CFBundleName~ipad"] = "" }, at = "/CFBundleName~0ipad" },
      { kind = "extension", platform = "ios", info = { CFBundleDisplayName = "" }, at = "/CFBundleDisplayName" },
      { info = { CFBundleSpokenName = "" }, at = "/CFBundleSpokenName" },
      { kind = "extension", info = { CFBundleName = "" }, at = "/CFBundleName" },
      { kind = "plist", info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
    },
  },
}
