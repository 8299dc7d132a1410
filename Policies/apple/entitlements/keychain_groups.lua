local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key = "keychain-access-groups"
-- Groups of the system, which have no prefix.
local system = { ["com.apple.token"] = true }

-- For the examples.
local function groups(list, at) return { platform = "ios", entitlements = { [key] = list }, at = at and "App:/" .. key .. at } end

rule "keychain-groups" {
  summary   = "Keychain access groups must start with a team prefix",
  severity  = "error",
  rationale = "The system takes a group without the prefix for one that the app may not use: it does not start the app, or reading and "
    .. "writing the keychain fails with errSecMissingEntitlement (-34018).",
  source    = { "Bundle Resources: keychain-access-groups", "Sharing access to keychain items among a collection of apps" },
  tags      = { "security" },
  applies   = { kind = { "application", "extension" }, entitlement = key },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      local list = part.list[key]
      if list ~= nil and plist.type(list) ~= "array" then
        report:at(part.list, key, "the keychain access groups are not a list", {
          expected = "a list of strings", fix = "write a list", discriminator = part.architecture,
        })
      end
      for index, group in ipairs(values.list(list)) do
        local is_with_prefix = type(group) ~= "string" or group:find("^%w%w%w%w%w%w%w%w%w%w%.") or system[group]
        if not is_with_prefix and not values.has_variable(group) then
          report:at(list, index, "the keychain access group '%s' does not start with a team prefix", group, {
            expected = "$(AppIdentifierPrefix) in the entitlements file, and the team identifier in the signature",
            fix = "sign with the entitlements file that the build processed", discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, groups { "ABCDE12345.com.example.app", "ABCDE12345.*", "com.apple.token", 1, "$(AppIdentifierPrefix)a" },
      { kind = "extension" }, { bundles = { ["Contents/Frameworks/Kit.framework"] = { entitlements = { [key] = { "x" } } } } },
    },
    fail = {
      groups({ "ABCDE12345.com.example.app", "com.example.app" }, "/1"), groups("ABCDE12345.com.example.app", ""), groups({ "" }, "/0"),
      groups({ "x.ABCDE12345.a" }, "/0"),
      { kind = "extension", entitlements = { [key] = { "a.b" } }, at = "Contents/MacOS/Share:/" .. key .. "/0" },
    },
  },
}
