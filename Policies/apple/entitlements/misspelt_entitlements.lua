local entitlements = import "apple.entitlements.known"
local is_slip = import "apple.custom_keys.slips"
local parts = import "apple.entitlements.parts"

local prefix = "com.apple.security."

-- The documented entitlements of the App Sandbox and the hardened runtime.
local known = {}
for name in entitlements[prefix]:gmatch("[%w.-]+") do known[prefix .. name] = true end

-- The entitlement that a name misspells; nil if it is one, or resembles none.
local function meant(name)
  if known[name] then return nil end
  for other in pairs(known) do
    if is_slip(name, other) then return other end
  end
  return nil
end

local function app(list, at) return { entitlements = list, at = at and "Contents/MacOS/App:/" .. at } end

rule "misspelt-entitlements" {
  summary   = "Entitlements of the sandbox and the hardened runtime must be spelled correctly",
  severity  = "warning",
  rationale = "The system ignores an entitlement with another name, so that the feature fails only in the signed app. The Mac App Store "
    .. "rejects names that it does not know.",
  source    = { "ITMS-90285", "Entitlements: App Sandbox", "Entitlements: Hardened Runtime" },
  tags      = { "security", "S13", "ITMS-90285" },
  applies   = { kind = { "application", "extension" }, platform = { "macos", "catalyst" }, entitlement = "com.apple.security.*" },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      for key in pairs(part.list) do
        local name = key:sub(1, #prefix) == prefix and meant(key)
        if name then
          report:at(part.list, key, "the system has no entitlement '%s'", key, {
            expected = name, fix = "correct the name in the entitlements file, and sign again", discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app { ["com.apple.security.network.client"] = true, ["com.apple.security.temporary-exception.apple-events"] = { "a" } },
      app { ["com.apple.security.network.client-and-server"] = true }, app { ["com.example.security.print"] = true },
      app { ["com.apple.security.app-sandbox"] = true, ["com.apple.securitx.print"] = true },
    },
    fail = {
      app({ ["com.apple.security.network.clients"] = true }, "com.apple.security.network.clients"),
      app({ ["com.apple.security.app-sandbo"] = true }, "com.apple.security.app-sandbo"),
      app({ ["com.apple.security.files.user-selected.read-onyl"] = true }, "com.apple.security.files.user-selected.read-onyl"),
      app({ ["com.apple.security.Print"] = true }, "com.apple.security.Print"),
      {
        kind = "application", platform = "catalyst",
        bundles = { ["Contents/PlugIns/Share.appex"] = { entitlements = { ["com.apple.security.network.servr"] = true } } },
        at = "Contents/PlugIns/Share.appex/Contents/MacOS/Share:/com.apple.security.network.servr",
      },
    },
  },
}
