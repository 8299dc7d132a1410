local entitlements = import "apple.code.entitlements"
local signed_again = import "apple.code.signed_again"
local profiles = import "apple.signing.profiles"
local values = import "apple.values"

-- Whether the code of an app for devices was signed for one or for the store, and not only by the linker or without a certificate.
local function is_signed(bundle)
  for _, part in ipairs(entitlements.of(bundle)) do
    if part.list and part.list["application-identifier"] ~= nil then return true end
  end
  return false
end

-- For the examples.
local identifiers = { ios = "application-identifier", macos = "com.apple.application-identifier" }

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local path = platforms[1] == "ios" and "embedded.mobileprovision" or "Contents/embedded.provisionprofile"
  local extension = platforms[1] == "ios" and "PlugIns/Share.appex" or "Contents/PlugIns/Share.appex"
  local platform = platforms[1]
  local identifier = identifiers[platform]
  rule "store-profile" {
    summary   = "The app must be signed with a provisioning profile for the store",
    severity  = "error",
    rationale = "The store rejects apps with a profile for development, ad hoc or in-house distribution, and apps and extensions for "
      .. "devices without a profile. An app that is not yet signed with its app identifier, or that is in an Xcode archive and will be "
      .. "signed again, is not checked.",
    source    = { "ITMS-90161", "ITMS-90174", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
    tags      = { "S13", "ITMS-90161", "ITMS-90174" },
    applies   = { kind = { "application", "extension" }, platform = platforms },
    check     = function(bundle, report)
      if signed_again(bundle) then return end
      local place = profiles.path(bundle)
      local profile = profiles.of(bundle)
      if profile and profile.kind ~= "store" then
        report:file(place, "the profile '%s' is for %s", profile.name or "", profiles.purpose(profile), {
          expected = "a profile for the store", fix = "export the archive for the store",
        })
      elseif not bundle.files[place] and values.is_mobile(bundle) and is_signed(bundle) then
        report:file(place, "the app has no provisioning profile", {
          expected = "the profile with which the code was signed", fix = "export the archive for the store",
        })
      end
    end,
    examples  = {
      pass = {
        {
          kind = "archive", platform = platform, bundles = { ["Products/Applications/App.app"] = {
            files = { [path] = { profile = { platform = platform, kind = "development" } } },
          } },
        },
        {}, { files = { [path] = { profile = { platform = platform } } } }, { files = { [path] = "old" } },
        { entitlements = { [identifier] = "ABCDE12345.com.example.app" }, files = { [path] = { profile = { platform = platform } } } },
        { entitlements = { ["com.apple.security.app-sandbox"] = true } },
        { entitlements = { [identifier] = "ABCDE12345.com.example.app" }, files = { [path] = "old" } },
        { kind = "application", bundles = { [extension] = { files = { [path] = { profile = { platform = platform } } } } } },
      },
      fail = {
        { files = { [path] = { profile = { platform = platform, kind = "development" } } }, at = path },
        { files = { [path] = { profile = { platform = platform, kind = platform == "ios" and "ad_hoc" or "developer_id" } } }, at = path },
        {
          kind = "application", files = { [path] = { profile = { platform = platform } } },
          bundles = { [extension] = { files = { [path] = { profile = { platform = platform, kind = "development" } } } } },
          at = extension .. "/" .. path,
        },
        platform == "ios" and { entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app" }, at = path }
          or { kind = "extension", files = { [path] = { profile = { platform = platform, kind = "development" } } }, at = path },
        platform == "ios" and {
          kind = "extension", entitlements = { ["application-identifier"] = "ABCDE12345.com.example.app" }, at = path,
        }
          or { kind = "extension", files = { [path] = { profile = { platform = platform, kind = "developer_id" } } }, at = path },
      },
    },
  }
end
