-- Other names of the manifest. Looking for each is cheaper than listing the folder.
local names = {
  "privacyinfo.xcprivacy", "Privacyinfo.xcprivacy", "PrivacyInfo.XCPrivacy", "PrivacyInfo.plist", "PrivacyInfo.xcprivacy.plist",
  "PrivacyManifest.xcprivacy",
}

local folders = { contents = "Contents/Resources/", versioned = "Versions/A/Resources/", flat = "" }

rule "privacy-manifest-place" {
  summary   = "A privacy manifest must be named PrivacyInfo.xcprivacy and be among the resources",
  severity  = "warning",
  rationale = "The store and Xcode's privacy report read only a file of that name in that place. Files in other folders of the app may "
    .. "belong to what is next to them.",
  source    = "Adding a privacy manifest to your app or third-party SDK",
  tags      = { "S3" },
  applies   = { files = { "**/*.xcprivacy", "**/PrivacyInfo.*" } },
  check     = function(bundle, report)
    local folder = folders[bundle.layout]
    if not folder then return end
    local function judge(path)
      if bundles.exists(bundle, path) then
        report:file(path, "nothing reads the privacy manifest here", {
          expected = folder .. "PrivacyInfo.xcprivacy", fix = "move it there, with exactly this name",
        })
      end
    end
    for _, name in ipairs(names) do judge(folder .. name) end
    if bundle.layout == "contents" then judge "Contents/PrivacyInfo.xcprivacy" end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Resources/PrivacyInfo.xcprivacy"] = "{}" } },
      { platform = "ios", files = { ["PrivacyInfo.xcprivacy"] = "{}", ["Data/PrivacyInfo.plist"] = "{}" } },
      { kind = "framework", files = { ["Versions/A/Resources/PrivacyInfo.xcprivacy"] = "{}" } },
      { files = { WrappedBundle = { link = "Wrapper/App.app" }, ["PrivacyInfo.plist"] = "x",
        ["Wrapper/App.app/Info.plist"] = "<plist><dict><key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>"
          .. "</dict></plist>" } },
    },
    fail = {
      { platform = "ios", files = { ["privacyinfo.xcprivacy"] = "{}" }, at = "privacyinfo.xcprivacy" },
      { files = { ["Contents/Resources/PrivacyInfo.plist"] = "{}" }, at = "Contents/Resources/PrivacyInfo.plist" },
      { files = { ["Contents/PrivacyInfo.xcprivacy"] = "{}" }, at = "Contents/PrivacyInfo.xcprivacy" },
      {
        kind = "framework", files = { ["Versions/A/Resources/Privacyinfo.xcprivacy"] = "{}" },
        at = "Versions/A/Resources/Privacyinfo.xcprivacy",
      },
    },
  },
}
