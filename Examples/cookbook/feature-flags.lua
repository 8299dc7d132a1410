-- Feature flags have a fixed form, and keys for debugging do not ship.

policy "cookbook.feature-flags" { summary = "Feature flags are well-formed" }

local prefix = parameter "prefix" { default = "com.example.", summary = "prefix of our own keys" }

rule "feature-flags" {
  summary   = "Feature flags must be Booleans or fractions of users, each with an owner",
  rationale = "The string \"NO\" is true for code that only checks whether the value exists.",
  applies   = { kind = { "application", "extension", "plist" } },
  shape     = {
    [prefix .. "Features"] = optional(dictionary({}, {
      others = dictionary({ owner = text { min_length = 1 }, value = any_of { boolean, real { min = 0, max = 1 } } }, { closed = true }),
    })),
  },
  examples  = {
    pass = { {}, { info = { [prefix .. "Features"] = {
      Search = { owner = "team-search", value = true }, Share = { owner = "team-share", value = 0.25 },
    } } } },
    fail = {
      {
        info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = "NO" } } }, at = "/com.example.Features/Search/value",
      },
      { info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = 25 } } }, at = "/com.example.Features/Search/value" },
      { info = { [prefix .. "Features"] = { Search = { value = true } } }, at = "/com.example.Features/Search/owner" },
      {
        info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = true, until_ = "May" } } },
        at = "/com.example.Features/Search/until_",
      },
    },
  },
}

rule "no-debug-keys" {
  summary   = "A release must not contain keys for debugging",
  rationale = "Users find a key that opens the test menu within a day.",
  applies   = { kind = { "application", "extension", "plist" } },
  check = function(bundle, report)
    for key in pairs(bundle.info) do
      if text.starts_with(key, prefix .. "Debug") then
        report:at(bundle.info, key, "%s is a key for debugging", key, { fix = "set it only in the Debug configuration" })
      end
    end
  end,
  examples  = {
    pass = { { info = { [prefix .. "Channel"] = "stable" } } },
    fail = { { info = { [prefix .. "DebugMenu"] = true }, at = "/com.example.DebugMenu" } },
  },
}
