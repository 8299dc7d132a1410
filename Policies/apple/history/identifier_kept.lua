local values = import "apple.values"

rule "identifier-kept" {
  summary   = "A product that was built before has the identifier that it had",
  severity  = "error",
  rationale = "With another identifier it is another product: nobody is offered the update, and people's data stays with the old one.",
  tags      = { "history" },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    -- With earlier builds of its own, others of its name are other products.
    if not identifier or bundle.history[1] then return end
    local earlier = bundle.namesake
    local old = earlier and earlier.kind == bundle.kind and values.text(earlier.info.CFBundleIdentifier)
    if old then
      report:at(bundle.info, "CFBundleIdentifier", "the identifier is '%s', and that of the earlier builds of this name '%s'",
        identifier, old, {
          expected = old, fix = "write " .. old .. " again, or waive this finding to begin another product", discriminator = old,
        })
    end
  end,
  examples  = {
    pass = {
      {}, { history = { {} } },
      { history = { { info = { CFBundleIdentifier = "com.example.other", CFBundleName = "Other" } } } },
      { history = { { platform = "ios", info = { CFBundleIdentifier = "com.example.old" } } } },
      { history = { {}, { info = { CFBundleIdentifier = "com.example.old" } } } },
      { without = "CFBundleIdentifier", history = { { info = { CFBundleIdentifier = "com.example.old" } } } },
    },
    fail = {
      { history = { { info = { CFBundleIdentifier = "com.example.old" } } } },
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleExecutable = "Old" } } } },
    },
  },
}
