local values = import "apple.values"

-- By device family. What the iPad lacks weighs more, and comes first.
local devices = { { family = 2, name = "ipad", phrase = "the iPad" }, { family = 1, name = "iphone", phrase = "the iPhone" } }

-- Whether a list of launch screens has a default, and defines it.
local function has_default(list, default, definitions, identifier, needs)
  local wanted = values.text(list[default])
  for _, definition in ipairs(wanted and values.list(list[definitions]) or {}) do
    local fields = values.dictionary(definition)
    if fields[identifier] == wanted and (not needs or values.text(fields[needs])) then return true end
  end
  return false
end

local function has_storyboard(read)
  return values.text(read("UILaunchStoryboardName")) ~= nil
    or has_default(values.dictionary(read("UILaunchStoryboards")), "UIDefaultLaunchStoryboard", "UILaunchStoryboardDefinitions",
      "UILaunchStoryboardIdentifier", "UILaunchStoryboardFile")
end

local function has_configuration(read)
  return plist.type(read("UILaunchScreen")) == "dictionary"
    or has_default(
      values.dictionary(read("UILaunchScreens")), "UIDefaultLaunchScreen", "UILaunchScreenDefinitions", "UILaunchScreenIdentifier"
    )
end

rule "launch-screen" {
  summary   = "The app must have a launch screen on every device that it is for",
  severity  = "error",
  rationale = "Without one, the system treats the app as one for old devices, and the store rejects it. Systems before iOS 14 read only "
    .. "launch storyboards. A list of launch screens counts only if it has a default and defines it.",
  source    = { "ITMS-90096", "ITMS-90475", "Specifying your app's launch screen", "Swift Build: product validation" },
  tags      = { "S11", "ITMS-90096", "ITMS-90475", "ITMS-90870" },
  applies   = {
    kind = "application", platform = "ios", nested = false, when = function(bundle) return values.is_built_with(bundle, "9.0") end,
  },
  check = function(bundle, report)
    if not values.is_opened(bundle) then return end
    local families = values.families(bundle)
    local minimum = values.minimum_os(bundle)
    local is_for_old = not minimum or version.compare(minimum, "14.0") < 0
    for _, device in ipairs(devices) do
      local family = device.family
      local function read(key) return plist.resolve(bundle.info, key, { platform = "ios", device = device.name }) end
      -- Without device families, the app is one for the iPhone.
      local is_meant = families[family] or family == 1 and next(families) == nil
      if is_meant and not has_storyboard(read) then
        if not has_configuration(read) then
          return report:missing(bundle.info, "UILaunchScreen", "the app has no launch screen on %s", device.phrase, {
            expected = is_for_old and "UILaunchStoryboardName" or "UILaunchScreen or UILaunchStoryboardName",
            fix = is_for_old and "add a launch storyboard" or "add an empty UILaunchScreen dictionary, or a launch storyboard",
            -- The build system and the store look at the iPad's only.
            severity = family == 1 and (next(values.forms(bundle.info, "UILaunchStoryboardName"))
              or next(values.forms(bundle.info, "UILaunchScreen"))) and "warning" or nil,
            discriminator = "",
          })
        elseif is_for_old and not (family == 2 and values.is_true(read("UIRequiresFullScreen"))) then
          return report:missing(bundle.info, "UILaunchStoryboardName",
            "systems before iOS 14 find no launch screen: they do not read UILaunchScreen", {
            expected = "UILaunchStoryboardName, or a minimum system of iOS 14", fix = "add a launch storyboard",
            -- The store requires it of apps that take part in multitasking.
            severity = not families[2] and "warning" or nil, discriminator = "",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      { info = { UIDeviceFamily = "x" } },
      {}, { without = "UILaunchScreen", info = { UILaunchStoryboardName = "Launch" } },
      { without = "UILaunchScreen", info = { UILaunchStoryboardName = "Launch", MinimumOSVersion = "9.0" } },
      { without = "UILaunchScreen", info = { UIDeviceFamily = { 2 }, ["UILaunchStoryboardName~ipad"] = "Launch" } },
      { without = "UILaunchScreen", info = { UIDeviceFamily = { 2 }, ["UILaunchScreen~ipad"] = {} } },
      { without = "UILaunchScreen", info = { ["UILaunchScreen~iphone"] = {}, ["UILaunchStoryboardName~ipad"] = "Launch" } },
      { without = "UILaunchScreen", info = { LSApplicationLaunchProhibited = true } },
      { without = "UILaunchScreen", info = { ITSWatchOnlyContainer = true } },
      {
        without = "UILaunchScreen",
        info = { UILaunchScreens = { UIDefaultLaunchScreen = "a", UILaunchScreenDefinitions = { { UILaunchScreenIdentifier = "a" } } } },
      },
      {
        without = "UILaunchScreen",
        info = { MinimumOSVersion = "13.0", UILaunchStoryboards = { UIDefaultLaunchStoryboard = "a", UILaunchStoryboardDefinitions = {
          "x", { UILaunchStoryboardIdentifier = "b" }, { UILaunchStoryboardIdentifier = "a", UILaunchStoryboardFile = "A" },
        } } },
      },
      { info = { MinimumOSVersion = "14.0" } }, { info = { CFBundleIdentifier = {} } },
      { info = { UIDeviceFamily = { 2 }, MinimumOSVersion = "13.0", UIRequiresFullScreen = true } },
    },
    fail = {
      { without = "UILaunchScreen", info = { MinimumOSVersion = "9.0" }, at = "/UILaunchScreen" },
      { without = "UILaunchScreen", info = { MinimumOSVersion = "8.0", DTPlatformVersion = "9.0" }, at = "/UILaunchScreen" },
      { without = { "UILaunchScreen", "UIDeviceFamily" }, at = "/UILaunchScreen" },
      { without = { "UILaunchScreen", "MinimumOSVersion" }, info = { DTPlatformVersion = "26.0" }, at = "/UILaunchScreen" },
      { without = { "UILaunchScreen", "UIDeviceFamily" }, info = { ["UILaunchScreen~ipad"] = {} }, at = "/UILaunchScreen" },
      { info = { MinimumOSVersion = "13.6" }, at = "/UILaunchStoryboardName" },
      { info = { UIDeviceFamily = { 1 }, MinimumOSVersion = "13.6" }, at = "/UILaunchStoryboardName" },
      { info = { UIDeviceFamily = { 1 }, MinimumOSVersion = "13.6", UIRequiresFullScreen = true }, at = "/UILaunchStoryboardName" },
      {
        without = "UILaunchScreen", info = { UIDeviceFamily = { 2 }, ["UILaunchStoryboardName~iphone"] = "Launch" }, at = "/UILaunchScreen",
      },
      { without = "UILaunchScreen", info = { ["UILaunchStoryboardName~ipad"] = "Launch" }, at = "/UILaunchScreen" },
      { info = { UILaunchScreen = "Launch" }, at = "/UILaunchScreen" },
      { without = "UILaunchScreen", info = { UIDeviceFamily = { 2 }, UIRequiresFullScreen = true }, at = "/UILaunchScreen" },
      { without = "UILaunchScreen", info = { UILaunchScreens = {} }, at = "/UILaunchScreen" },
      {
        without = "UILaunchScreen",
        info = { UILaunchScreens = { UIDefaultLaunchScreen = "a", UILaunchScreenDefinitions = { { UILaunchScreenIdentifier = "b" } } } },
        at = "/UILaunchScreen",
      },
      {
        without = "UILaunchScreen",
        info = { UILaunchStoryboards = {
          UIDefaultLaunchStoryboard = "a", UILaunchStoryboardDefinitions = { { UILaunchStoryboardIdentifier = "a" } },
        } },
        at = "/UILaunchScreen",
      },
      {
        without = "UILaunchScreen",
        info = { UILaunchStoryboards = { UILaunchStoryboardDefinitions = { { UILaunchStoryboardFile = "A" } } } },
        at = "/UILaunchScreen",
      },
    },
  },
}
