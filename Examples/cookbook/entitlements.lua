-- The entitlements in the signature are those that were reviewed.

policy "cookbook.entitlements" { summary = "Apps have only the entitlements that were reviewed" }

local sandbox, groups = "com.apple.security.app-sandbox", "com.apple.security.application-groups"

rule "approved-entitlements" {
  summary      = "A Mac app must have only the entitlements that were reviewed",
  rationale    = "An entitlement that arrives with a merge or a template grants access that nobody reviewed.",
  applies      = { kind = { "application", "extension" }, platform = "macos", entitlement = "*" },
  entitlements = dictionary({
    [sandbox] = true,
    ["com.apple.security.network.client"] = optional(boolean),
    [groups] = optional(list_of(text { pattern = "^ABCDE12345%." })),
  }, { closed = true }),
  examples     = {
    pass = {
      { entitlements = { [sandbox] = true } },
      { entitlements = { [sandbox] = true, ["com.apple.security.network.client"] = false, [groups] = { "ABCDE12345.shared" } } },
      -- Not signed yet.
      {},
    },
    fail = {
      { entitlements = { ["com.apple.security.network.client"] = true }, at = "Contents/MacOS/App:/" .. sandbox },
      { entitlements = { [sandbox] = false }, at = "Contents/MacOS/App:/" .. sandbox },
      { entitlements = { [sandbox] = true, [groups] = { "group.other" } }, at = "Contents/MacOS/App:/" .. groups .. "/0" },
      {
        entitlements = { [sandbox] = true, ["com.apple.security.get-task-allow"] = true },
        at = "Contents/MacOS/App:/com.apple.security.get-task-allow",
      },
    },
  },
}

local domains, service = "com.apple.developer.associated-domains", "a service of example.com, such as applinks:example.com"

rule "associated-domains" {
  summary      = "Associated domains must be ours",
  rationale    = "With a domain of somebody else, or of a test server, links and passwords go to the wrong app.",
  applies      = { kind = "application", entitlement = domains },
  entitlements = {
    [domains] = list_of(custom(service, function(domain)
      return tostring(domain):find("^%l+:example%.com$") ~= nil or tostring(domain):find("^%l+:[%w.-]+%.example%.com$") ~= nil
    end)),
  },
  examples     = {
    pass = { { platform = "ios", entitlements = { [domains] = { "applinks:example.com", "webcredentials:www.example.com" } } } },
    fail = {
      { platform = "ios", entitlements = { [domains] = { "applinks:badexample.com" } }, at = "App:/" .. domains .. "/0" },
      { platform = "ios", entitlements = { [domains] = { "applinks:example.com?mode=developer" } }, at = "App:/" .. domains .. "/0" },
    },
  },
}
