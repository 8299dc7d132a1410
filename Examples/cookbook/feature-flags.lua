-- Switches of our own have a form, and those for debugging stay at home.

policy "cookbook.feature-flags" { summary = "Switches are what they seem" }

local prefix = parameter "prefix" { default = "com.example.", summary = "what keys of our own start with" }

rule "feature-flags" {
  summary   = "Feature flags are Booleans or a share of users, each with an owner",
  rationale = "The text \"NO\" is true to whoever asks only whether there is something.",
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
      { info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = "NO" } } } },
      { info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = 25 } } } },
      { info = { [prefix .. "Features"] = { Search = { value = true } } } },
      { info = { [prefix .. "Features"] = { Search = { owner = "team-search", value = true, until_ = "May" } } } },
    },
  },
}

rule "no-debug-keys" {
  summary   = "No switch for debugging in a release",
  rationale = "A switch that opens the test menu is found within a day.",
  applies   = { kind = { "application", "extension", "plist" } },
  check = function(bundle, report)
    for key in pairs(bundle.info) do
      if key:sub(1, #prefix + 5) == prefix .. "Debug" then
        report:at(bundle.info, key, "%s is for debugging", key, { fix = "set it in the Debug configuration only" })
      end
    end
  end,
  examples  = {
    pass = { { info = { [prefix .. "Channel"] = "stable" } } },
    fail = { { info = { [prefix .. "DebugMenu"] = true } } },
  },
}
