rule "no-nested-frameworks" {
  summary   = "On iOS neither frameworks nor extensions hold other bundles of code",
  severity  = "error",
  rationale = "The store accepts such bundles at the top of the application alone.",
  source    = { "ITMS-90205", "ITMS-90206" },
  tags      = { "S8", "ITMS-90205", "ITMS-90206" },
  applies   = { kind = { "framework", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    for _, nested in ipairs(bundle.bundles) do
      if nested.kind == "framework" or nested.kind == "extension" or nested.kind == "application" then
        local path = nested.path:sub(#bundle.path + (bundle.path == "" and 1 or 2))
        report:file(path, "%s lies in a %s", nested.name, bundle.kind, {
          expected = "it in the application's Frameworks or PlugIns", fix = "embed it in the application alone",
        })
      end
    end
    if bundles.exists(bundle, "Frameworks") and #bundles.walk(bundle, "Frameworks/*") == 0 then
      report:file("Frameworks", "an empty folder for frameworks lies in a %s", bundle.kind, { fix = "leave it out" })
    end
  end,
  examples = {
    pass = { {}, { kind = "extension" } },
    fail = {
      { bundles = { ["Frameworks/Other.framework"] = {} } },
      { kind = "extension", bundles = { ["Frameworks/Other.framework"] = {} } },
      { kind = "extension", files = { Frameworks = { directory = true } } },
    },
  },
}
