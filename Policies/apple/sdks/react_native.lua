local has_class = import "apple.sdks.has_class"
local values = import "apple.values"

-- Signs of React Native, which other apps do not contain: its engine, its resources, and its classes in code that is linked statically.
local signs = {
  "Frameworks/hermes.framework", "Frameworks/hermesvm.framework", "Frameworks/React.framework",
  "Frameworks/ReactNativeDependencies.framework",
  "RCTI18nStrings.bundle", "AccessibilityResources.bundle", "React-Core_privacy.bundle", "React-cxxreact_privacy.bundle",
}
local names = { "RCTBridge", "RCTRootView", "RCTHost", "RCTAppDelegate" }

local function is_with_react_native(bundle)
  for _, path in ipairs(signs) do
    if bundles.exists(bundle, path) then return true end
  end
  return has_class(bundle, names)
end

-- The bundles of JavaScript in an app: the code may load one with another name.
local function scripts(bundle)
  return bundles.files(bundle, { "**/*.bundle", "**/*.jsbundle", "**/*.hbc" }, "file")
end

-- For the examples.
local function app(files, at)
  return { platform = "ios", files = files, bundles = { ["Frameworks/hermes.framework"] = {} }, at = at }
end

rule "react-native-script" {
  summary   = "An app made with React Native must contain its JavaScript, built for release",
  severity  = "error",
  rationale = "Without main.jsbundle the app stops at launch with 'No bundle URL present'; a development build of it is slow, and looks "
    .. "for the build machine in the user's network.",
  source    = {
    "https://reactnative.dev/docs/publishing-to-app-store",
    "https://github.com/facebook/react-native/blob/main/packages/react-native/scripts/react-native-xcode.sh",
    "https://github.com/facebook/react-native/blob/main/packages/react-native/React/Base/RCTBundleURLProvider.mm",
  },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check     = function(bundle, report)
    if not is_with_react_native(bundle) then return end
    local found = scripts(bundle)
    if #found == 0 then
      return report:file("main.jsbundle", "the app is made with React Native, but contains no JavaScript: it stops at launch", {
        expected = "main.jsbundle", fix = "add the build phase 'Bundle React Native code and images', and build for release",
      })
    end
    for _, file in ipairs(found) do
      if file.size == 0 then
        report:file(file.path, "the file is empty: the app stops at launch", { fix = "build the app again for release" })
      elseif values.readable(file, "format") == "text" then
        local text = values.readable(file, "text")
        if text and text:find("__DEV__%s*=%s*true") then
          report:file(file.path, "the JavaScript is a development build", {
            expected = "a build with --dev false", fix = "build the app again for release",
          })
        end
      end
    end
    if bundles.exists(bundle, "ip.txt") then
      report:file("ip.txt", "the file holds the address of the build machine, where a development build looks for its JavaScript", {
        fix = "build the app for release", severity = "warning",
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", bundles = { ["AppClips/Clip.app"] = { files = { ["React-Core_privacy.bundle/a"] = "x" } } } },
      { platform = "ios", bundles = {
        ["Watch/W.app"] = { platform = "watchos", files = { ["React-Core_privacy.bundle/a"] = "x" } },
        ["PlugIns/A.appex"] = { files = { ["React-Core_privacy.bundle/a"] = "x" } },
      } },
      { platform = "ios" }, {}, { platform = "ios", files = { App = "#!/bin/sh\n" } },
      app { ["main.jsbundle"] = "var __BUNDLE_START_TIME__=0,__DEV__=false;" }, app { ["index.ios.bundle"] = "x" },
      app { ["assets/other.jsbundle"] = "x" }, app { ["main.jsbundle"] = { base64 = "xh+8AwD/" } }, app { ["a.hbc"] = "x" },
      app { ["js/a.hbc"] = "x" },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", classes = { "AppDelegate" } } } } },
      { platform = "ios", bundles = { ["PlugIns/Share.appex"] = { kind = "extension", files = { ["RCTI18nStrings.bundle/a"] = "x" } } } },
    },
    fail = {
      app({}, "main.jsbundle"), app({ ["main.jsbundle"] = "" }, "main.jsbundle"),
      app({ ["main.jsbundle"] = "var __BUNDLE_START_TIME__=0,__DEV__=true;" }, "main.jsbundle"),
      app({ ["main.jsbundle"] = "__DEV__ = true" }, "main.jsbundle"),
      app({ ["main.jsbundle"] = "x", ["ip.txt"] = "192.168.1.2" }, "ip.txt"), app({ ["Other.bundle/a.txt"] = "x" }, "main.jsbundle"),
      { platform = "ios", files = { ["React-Core_privacy.bundle/a"] = "x" }, at = "main.jsbundle" },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", classes = { "RCTBridge" } } } }, at = "main.jsbundle" },
      { platform = "ios", files = { App = { mach_o = { platform = "ios", classes = { "RCTHost" } } } }, at = "main.jsbundle" },
    },
  },
}
