local values = import "apple.values"

rule "identifier-kept" {
  summary   = "A product must keep the identifier of its earlier builds",
  severity  = "error",
  rationale = "With another identifier it is another product: nobody is offered the update, and users' data stays with the old one.",
  tags      = { "history" },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    -- If it has earlier builds of its own, others with its name are other products.
    if not identifier or bundle.history[1] then return end
    local earlier = bundle.namesake
    local old = earlier and earlier.kind == bundle.kind and values.text(earlier.info.CFBundleIdentifier)
    if old then
      report:at(bundle.info, "CFBundleIdentifier", "the identifier is '%s', but earlier builds with this name have '%s'",
        identifier, old, {
          expected = old, fix = "restore " .. old .. ", or waive this finding if this is a new product", discriminator = old,
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
      { history = { { info = { CFBundleIdentifier = "com.example.old" } } }, at = "/CFBundleIdentifier" },
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleExecutable = "Old" } } }, at = "/CFBundleIdentifier" },
    },
  },
}
