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
