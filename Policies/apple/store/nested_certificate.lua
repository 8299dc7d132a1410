local files_with_code = import "apple.code.files_with_code"
local profiles = import "apple.signing.profiles"
local values = import "apple.values"

-- Whether a profile lists the certificate with a fingerprint.
local function lists(profile, fingerprint)
  for _, certificate in ipairs(profile.certificates) do
    if certificate.sha256 == fingerprint then return true end
  end
  return false
end

-- For the examples: code that somebody else signed, as each kind of bundle.
local stranger = "Apple Distribution: Other (ZZZZZ99999)"
local nested = {
  ["Contents/Frameworks/Kit.framework"] = "Versions/A/Kit", ["Contents/Helpers/Tool.app"] = "Contents/MacOS/Tool",
  ["Contents/PlugIns/Share.appex"] = "Contents/MacOS/Share", ["Contents/PlugIns/Native.bundle"] = "Contents/MacOS/Native",
}
local failing = {}
for _, platform in ipairs { "macos", "catalyst" } do
  for path, code in pairs(nested) do
    failing[#failing + 1] = {
      kind = "application", platform = platform, files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
      bundles = { [path] = { files = { [code] = { mach_o = { platform = platform, signer = stranger } } } } }, at = path .. "/" .. code,
    }
  end
end

failing[#failing + 1] = {
  kind = "application",
  files = {
    ["Contents/embedded.provisionprofile"] = { profile = {
      platform = "macos", certificates = { { common_name = "Apple Distribution: Example (ABCDE12345)" } },
    } },
    ["Contents/MacOS/App"] = { mach_o = { signer = "Apple Distribution: Example (ABCDE12345)" } },
    ["Contents/Frameworks/libtool.dylib"] = { mach_o = { file_type = "dylib", id = "x", signer = stranger } },
  },
  at = "Contents/Frameworks/libtool.dylib",
}

rule "nested-certificate" {
  summary   = "Nested code of a Mac app must be signed with a certificate of the app's provisioning profile",
  severity  = "error",
  rationale = "The store rejects an app with code in it that somebody else signed, also if it is only a library. profile-certificate "
    .. "checks the executables of bundles with a profile.",
  source    = { "ITMS-90284", "Technical Note TN3125: Inside Code Signing: Provisioning Profiles" },
  tags      = { "security", "ITMS-90284" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local host = values.host(bundle)
    local has_own = bundle.files[profiles.path(bundle)] ~= nil
    local profile = profiles.of((has_own or not host) and bundle or host)
    if not profile then return end
    for _, found in ipairs(files_with_code(bundle)) do
      local is_executable = found.path == bundle.executable
      -- profile-certificate checks the executable of a bundle with a profile.
      for _, signer in ipairs((host and not has_own or not is_executable) and profiles.signers_of(found.file.mach_o.slices) or {}) do
        if signer.fingerprint and not lists(profile, signer.fingerprint) then
          report:file(found.path, "%s is signed with '%s', which is not a certificate of the profile '%s'", signer.code,
            signer.name or "", profile.name or "", {
            expected = "the certificate that signed the app",
            fix = is_executable and "sign the bundle again before the app around it" or "sign it again before the app around it",
            discriminator = "",
          })
          break
        end
      end
    end
  end,
  examples  = {
    pass = {
      {
        kind = "application",
        files = { ["Contents/embedded.provisionprofile"] = { profile = {
          platform = "macos", certificates = { { common_name = "Apple Distribution: Example (ABCDE12345)" } },
        } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          file_type = "dylib", id = "Kit", signer = "Apple Distribution: Example (ABCDE12345)",
        } } } } },
      },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      -- An extension with a profile of its own, which profile-certificate compares with its code.
      {
        kind = "application", files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } },
          ["Contents/MacOS/Share"] = { mach_o = { signer = stranger } },
        } } },
      },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          file_type = "dylib", id = "Kit", signer = "Other",
        } } } } },
      },
      {
        kind = "application", files = { ["Contents/embedded.provisionprofile"] = { profile = { platform = "macos" } } },
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
    },
    fail = failing,
  },
}
