local slices = import "apple.code.slices"

-- The oldest SDK and the oldest minimum system of an arm64e slice that the store accepts.
local oldest_sdk, oldest_system = "26.0", "17.4"

-- For the examples: an app with a framework.
local function app(code, changes)
  code.platform, code.file_type = "ios", "dylib"
  code.architectures = code.architectures or { "arm64", "arm64e" }
  local result = { kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = {
    mach_o = code,
  } } } } }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
local at = "Frameworks/Kit.framework/Kit"

rule "arm64e-slices" {
  summary   = "Code for arm64e must be built with a current SDK, for a current system",
  severity  = "error",
  rationale = "The store accepts arm64e only from the SDK of iOS 26 on, and for iOS 17.4 or later. Prebuilt frameworks of SDKs often still "
    .. "contain older arm64e code, which Xcode no longer removes when it exports the app.",
  source    = {
    "ITMS-91010", "ITMS-91011", "github.com/getsentry/sentry-cocoa/issues/7236", "github.com/getsentry/sentry-cocoa/issues/5435",
    "github.com/DataDog/dd-sdk-ios/issues/2560",
  },
  tags      = { "ITMS-91010", "ITMS-91011" },
  applies   = { kind = { "application", "extension", "framework" }, platform = "ios" },
  check     = function(bundle, report)
    for _, slice in ipairs(slices(bundle)) do
      if slice.architecture == "arm64e" and slice.platform == "ios" then
        local fix = "get a version of it without arm64e code or that is built with Xcode 26, or remove the slice with lipo -remove arm64e"
        if slice.sdk and version.compare(slice.sdk, oldest_sdk) < 0 then
          report:file(bundle.executable, "the arm64e code was built with the SDK of iOS %s", slice.sdk, {
            expected = "the SDK of iOS 26 or later", fix = fix .. "; the store's message is ITMS-91011", discriminator = "sdk",
          })
        end
        if slice.minimum_os and version.compare(slice.minimum_os, oldest_system) < 0 then
          report:file(bundle.executable, "the arm64e code is for iOS %s or later", slice.minimum_os, {
            expected = "a minimum system of iOS 17.4 or later", discriminator = "system",
            fix = fix .. "; the store's message is ITMS-91010",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      app { sdk = "26.0", minimum_os = "17.4" }, app { sdk = "26.1", minimum_os = "26.0" },
      app { sdk = "17.2", minimum_os = "14.0", architectures = "arm64" }, {},
      { files = { App = { mach_o = { platform = "ios-simulator", architectures = "arm64e", sdk = "17.2", minimum_os = "14.0" } } } },
    },
    fail = {
      app({ sdk = "17.2", minimum_os = "17.4" }, { at = at, message = "SDK of iOS 17.2" }),
      app({ sdk = "25.9", minimum_os = "18.0" }, { at = at, count = 1 }),
      app({ sdk = "26.0", minimum_os = "17.3" }, { at = at, count = 1 }),
      app({ sdk = "17.2", minimum_os = "14.0" }, { at = at, count = 2 }),
      {
        files = { App = { mach_o = { platform = "ios", architectures = { "arm64", "arm64e" }, sdk = "26.0", minimum_os = "15.0" } } },
        at = "App",
      },
      { kind = "extension", files = { Share = { mach_o = {
        platform = "ios", architectures = { "arm64", "arm64e" }, sdk = "18.0", minimum_os = "18.0",
      } } }, at = "Share" },
    },
  },
}
