local entitlements = import "apple.code.entitlements"

-- Entitlements that no app in the store of these platforms may have, as patterns.
local unsupported = {
  mac = {
    "^com%.apple%.private%.", "^application%-identifier$", "^aps%-environment$", "^beta%-reports%-active$", "^inter%-app%-audio$",
    "^com%.apple%.developer%.carplay%-", "^com%.apple%.developer%.nfc%.", "^com%.apple%.developer%.networking%.HotspotConfiguration$",
    "^com%.apple%.developer%.networking%.HotspotHelper$", "^com%.apple%.developer%.proximity%-reader%.",
    "^com%.apple%.security%.cs%.allow%-dyld%-shared%-cache$", "^com%.apple%.security%.personal%-information%.reminders$",
    "^com%.apple%.security%.temporary%-exception%.audio%-unit%-host$",
  },
  mobile = {
    "^com%.apple%.private%.", "^com%.apple%.security%.app%-sandbox$", "^com%.apple%.security%.cs%.", "^com%.apple%.security%.inherit$",
    "^com%.apple%.security%.temporary%-exception%.", "^com%.apple%.security%.get%-task%-allow$", "^com%.apple%.application%-identifier$",
    "^com%.apple%.developer%.aps%-environment$", "^com%.apple%.developer%.system%-extension%.install$", "^task_for_pid%-allow$",
    "^platform%-application$", "^com%.apple%.springboard%.", "^dynamic%-codesigning$",
  },
}

local places = { macos = "mac", catalyst = "mac" }

local function is_unsupported(bundle, key)
  for _, pattern in ipairs(unsupported[places[bundle.platform] or "mobile"]) do
    if key:find(pattern) then return true end
  end
  return false
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local app = is_for_ios and "App" or "Contents/MacOS/App"
  local other = is_for_ios and "com.apple.security.app-sandbox" or "aps-environment"
  rule "supported-entitlements" {
    summary   = "The code must not have entitlements that the store does not support",
    severity  = "error",
    rationale = "The store rejects entitlements of other systems, such as aps-environment on the Mac, and those for Apple's own use. Only "
      .. "entitlements that are certainly refused are known here.",
    source    = { "ITMS-90046", "ITMS-90254", "ITMS-90285", "Technical Note TN2415: Entitlements Troubleshooting" },
    tags      = is_for_ios and { "ITMS-90046" } or { "ITMS-90254", "ITMS-90285" },
    applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = platforms },
    check     = function(bundle, report)
      for _, part in ipairs(entitlements.of(bundle)) do
        for key in pairs(part.list or {}) do
          if is_unsupported(bundle, key) then
            report:at(part.list, key, "the store does not support the entitlement %s", key, {
              expected = "only entitlements of the app's capabilities", fix = "remove it from the entitlements file, and sign again",
              discriminator = part.architecture,
            })
          end
        end
      end
    end,
    examples  = {
      pass = {
        {}, { entitlements = { ["com.apple.security.application-groups"] = { "group.com.example" } } },
        { entitlements = { ["com.apple.developer.privateers"] = true, [is_for_ios and "aps-environment" or
          "com.apple.developer.aps-environment"] = "production" } },
      },
      fail = {
        { entitlements = { ["com.apple.private.tcc.allow"] = { "kTCCServiceAll" } }, at = app .. ":/com.apple.private.tcc.allow" },
        { entitlements = { [other] = is_for_ios or "production" }, at = app .. ":/" .. other },
        {
          kind = "extension", entitlements = { [other] = is_for_ios or "x" },
          at = (is_for_ios and "" or "Contents/MacOS/") .. "Share:/" .. other,
        },
      },
    },
  }
end
