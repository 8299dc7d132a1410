-- The privacy manifest exists and gives a reason for every API that requires one.

policy "cookbook.privacy-manifest" { summary = "The privacy manifests are complete" }

local function with_manifest(text, at)
  return {
    platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "<plist><dict>" .. text .. "</dict></plist>" },
    at = at and "PrivacyInfo.xcprivacy:" .. at,
  }
end

rule "privacy-manifest" {
  summary   = "The app must have a privacy manifest with reasons",
  rationale = "Since May 2024, the store rejects uploads that use such an API without an approved reason.",
  help      = "https://developer.apple.com/documentation/bundleresources/privacy-manifest-files",
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  check = function(bundle, report)
    local path = "PrivacyInfo.xcprivacy"
    local manifest = bundles.read(bundle, path)
    if manifest == nil then
      return report:file(path, "the app has no privacy manifest", { expected = "a file named " .. path })
    end
    local tracks = manifest.NSPrivacyTracking
    if plist.type(tracks) ~= "boolean" then
      report:missing(manifest, "NSPrivacyTracking", "the manifest does not declare whether the app tracks", { expected = "true or false" })
    elseif tracks and #(manifest.NSPrivacyTrackingDomains or {}) == 0 then
      report:missing(manifest, "NSPrivacyTrackingDomains", "NSPrivacyTracking is true but NSPrivacyTrackingDomains is empty")
    end
    for _, used in ipairs(plist.find(manifest, "/NSPrivacyAccessedAPITypes/*")) do
      local api = used.value
      if api.NSPrivacyAccessedAPIType == nil then
        report:missing(api, "NSPrivacyAccessedAPIType")
      elseif #(api.NSPrivacyAccessedAPITypeReasons or {}) == 0 then
        report:missing(api, "NSPrivacyAccessedAPITypeReasons", "no reason is given for %s", api.NSPrivacyAccessedAPIType, {
          expected = "one of Apple's codes, such as CA92.1",
        })
      end
    end
  end,
  examples  = {
    pass = { with_manifest [[
      <key>NSPrivacyTracking</key><false/>
      <key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
      </dict></array>]] },
    fail = {
      { platform = "ios", at = "PrivacyInfo.xcprivacy" },
      with_manifest("", "/NSPrivacyTracking"),
      with_manifest("<key>NSPrivacyTracking</key><true/>", "/NSPrivacyTrackingDomains"),
      with_manifest([[
        <key>NSPrivacyTracking</key><false/>
        <key>NSPrivacyAccessedAPITypes</key><array><dict>
          <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        </dict></array>]], "/NSPrivacyAccessedAPITypes/0/NSPrivacyAccessedAPITypeReasons"),
    },
  },
}

rule "framework-manifests" {
  summary   = "Each framework in the app must have its own privacy manifest",
  rationale = "The privacy report of the app consists of these manifests; what a framework without one collects is missing from it.",
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" }, nested = true },
  files     = { require = "PrivacyInfo.xcprivacy" },
  examples  = (function()
    local function app(files, at)
      return {
        kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { kind = "framework", files = files } }, at = at,
      }
    end
    return {
      pass = { app { ["PrivacyInfo.xcprivacy"] = "<plist><dict/></plist>" } },
      fail = { app({}, "Frameworks/Kit.framework/PrivacyInfo.xcprivacy") },
    }
  end)(),
}
