local has_class = import "apple.sdks.has_class"
local values = import "apple.values"

local key = "CADisableMinimumFrameDurationOnPhone"

-- Where Compose leaves its resources, and the name that its template gives to the framework with the shared code.
local signs = { "compose-resources", "Frameworks/ComposeApp.framework", "composeResources" }

local function is_with_compose(bundle)
  for _, path in ipairs(signs) do
    if bundles.exists(bundle, path) then return true end
  end
  -- A class of Compose's part in Objective-C, which is linked into the app if the shared code is a static framework.
  return has_class(bundle, { "CMPViewController" })
end

-- For the examples.
local contents = "x"
local function with(path, info, at, message)
  return { platform = "ios", info = info, files = { [path] = contents }, at = at, message = message }
end

rule "compose-frame-duration" {
  summary   = "An iOS app with Compose Multiplatform must have CADisableMinimumFrameDurationOnPhone with the value true",
  severity  = "warning",
  rationale = "Compose checks the key when the first view is shown, and terminates the app if it is missing or false. It is a warning "
    .. "because code can turn the check off with enforceStrictPlistSanityCheck; then, the app is limited to 60 frames a second.",
  source    = "github.com/JetBrains/compose-multiplatform-core: PlistSanityCheck.kt",
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check     = function(bundle, report)
    if values.is_true(bundle.info[key]) or not is_with_compose(bundle) then return end
    local info, options = bundle.info, { expected = "true", fix = { text = "set it to true", set = { [key] = true } } }
    if info[key] == nil then
      return report:missing(info, key, "the app uses Compose Multiplatform, which terminates it at launch without this key unless the "
        .. "code turns the check off", options)
    end
    report:at(info, key, "the value is %s; Compose Multiplatform terminates the app at launch unless it is true, or the code turns the "
      .. "check off",
      tostring(info[key]), options)
  end,
  examples  = {
    pass = {
      { platform = "ios", bundles = { ["AppClips/Clip.app"] = { files = { ["composeResources/a"] = "x" } } } },
      { platform = "ios", bundles = { ["Watch/W.app"] = { platform = "watchos", files = { ["composeResources/a"] = "x" } },
        ["PlugIns/A.appex"] = { files = {
        ["composeResources/a"] = "x",
      } } } },
      { platform = "ios" }, with("compose-resources/drawable/a.xml", { [key] = true }), with("a.txt", { [key] = false }),
      { platform = "ios", info = { [key] = true }, bundles = { ["Frameworks/ComposeApp.framework"] = {} } },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", classes = { "AppDelegate" } } } } },
      { platform = "ios", files = { App = "#!/bin/sh\n" } }, {},
    },
    fail = {
      with("compose-resources/drawable/a.xml", {}, "/" .. key, "without this key"),
      with("composeResources/a.xml", { [key] = false }, "/" .. key, "unless it is true"),
      { platform = "ios", bundles = { ["Frameworks/ComposeApp.framework"] = {} }, at = "/" .. key },
      {
        platform = "ios", at = "/" .. key,
        files = { App = { mach_o = { platform = "ios", classes = { "AppDelegate", "CMPViewController" } } } },
      },
    },
  },
}
