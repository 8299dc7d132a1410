-- An XCFramework for others: all platforms, signed, with a privacy manifest.

policy "cookbook.xcframework" { summary = "An XCFramework is complete, signed and has a privacy manifest" }

local wanted = parameter "slices" { default = { "ios-arm64", "ios-arm64_x86_64-simulator" }, summary = "slices of our XCFrameworks" }

rule "xcframework-slices" {
  summary   = "An XCFramework must have a slice for each platform that we support",
  rationale = "If one is missing, every app that supports this platform no longer builds.",
  applies   = { kind = "xcframework" },
  check     = function(bundle, report)
    local found = {}
    for _, library in ipairs(bundle.info.AvailableLibraries or {}) do found[library.LibraryIdentifier or ""] = true end
    for _, name in ipairs(wanted) do
      if not found[name] then
        report:at(bundle.info, "AvailableLibraries", "there is no slice %s", name, {
          fix = "add it to xcodebuild -create-xcframework", discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = { { info = { AvailableLibraries = { { LibraryIdentifier = "ios-arm64" } } }, params = { slices = { "ios-arm64" } } } },
    fail = {
      {
        info = { AvailableLibraries = { { LibraryIdentifier = "ios-arm64" } } },
        at = "/AvailableLibraries", message = "ios-arm64_x86_64-simulator",
      },
      { without = "AvailableLibraries", at = { "/AvailableLibraries", "/AvailableLibraries" } },
    },
  },
}

rule "xcframework-signed" {
  summary   = "An XCFramework must be signed",
  rationale = "Xcode shows the apps' developers who signed it, and warns if that changes; for listed SDKs, the store requires it.",
  applies   = { kind = "xcframework" },
  files     = { require = "_CodeSignature/CodeSignature" },
  examples  = {
    pass = { { files = { ["_CodeSignature/CodeSignature"] = "" } } },
    fail = { { at = "_CodeSignature/CodeSignature" } },
  },
}

rule "xcframework-privacy" {
  summary   = "Each framework in an XCFramework must have a privacy manifest",
  rationale = "Without it, the apps' developers cannot answer for the SDK, and the store refuses apps with a listed SDK.",
  applies   = { kind = "framework", when = function(bundle) return bundle.parent ~= nil and bundle.parent.kind == "xcframework" end },
  check     = function(bundle, report)
    local path = (bundle.layout == "versioned" and "Resources/" or "") .. "PrivacyInfo.xcprivacy"
    if not bundles.exists(bundle, path) then
      report:file(path, "the framework has no privacy manifest", { fix = "add PrivacyInfo.xcprivacy to its target" })
    end
  end,
  examples  = (function()
    local mac, manifest = "macos-arm64_x86_64/Kit.framework", "<plist><dict/></plist>"
    return {
      pass = { { kind = "xcframework", bundles = { [mac] = { files = { ["Versions/A/Resources/PrivacyInfo.xcprivacy"] = manifest } } } } },
      fail = {
        { kind = "xcframework", at = mac .. "/Resources/PrivacyInfo.xcprivacy" },
        {
          kind = "xcframework", bundles = {
            [mac] = { files = { ["Versions/A/Resources/PrivacyInfo.xcprivacy"] = manifest } },
            ["ios-arm64/Kit.framework"] = { kind = "framework", platform = "ios" },
          },
          at = "ios-arm64/Kit.framework/PrivacyInfo.xcprivacy",
        },
      },
    }
  end)(),
}
