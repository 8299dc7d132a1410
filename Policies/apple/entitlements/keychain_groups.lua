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
  applies   = { kind = { "application", "extension" }, entitlement = key },
  entitlements = { [key] = optional(list_of(custom("a group that starts with a team prefix", function(group)
    -- The build replaces variables.
    if type(group) ~= "string" or values.has_variable(group) or system[group] then return true end
    return group:find("^%w%w%w%w%w%w%w%w%w%w%.") and true or ("'%s' does not start with a team prefix"):format(group)
  end))) },
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
