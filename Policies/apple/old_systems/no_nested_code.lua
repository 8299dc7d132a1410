rule "no-nested-code" {
  summary   = "An application for systems before iOS 8 holds no frameworks, extensions or loadable bundles",
  severity  = "error",
  rationale = "These systems load no code but the application's own: one that is linked with a framework ends as it starts, and an "
    .. "extension is passed over.",
  source    = "Bundle Programming Guide: iOS Application Bundles",
  tags      = { "S8" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "8.0" } },
  check = function(bundle, report)
    for _, nested in ipairs(bundle.bundles) do
      -- A bundle of resources is no code.
      if nested.kind == "framework" or nested.kind == "extension" or nested.kind == "plugin" and nested.executable then
        report:file(nested.path, "%s holds code, which systems before iOS 8 don't load", nested.name, {
          expected = "the application's own code alone", fix = "raise MinimumOSVersion to 8.0, or link the code into the application",
          -- With iOS 8 came applications for both that go without their extensions on older systems.
          severity = nested.kind == "extension" and "note" or nil,
        })
      end
    end
  end,
  examples = {
    pass = {
      { info = { MinimumOSVersion = "7.0" } },
      { info = { MinimumOSVersion = "7.0" }, bundles = { ["Art.bundle"] = { without = "CFBundleExecutable" } } },
      { info = { MinimumOSVersion = "7.0" }, bundles = { ["Settings.bundle"] = { kind = "settings" } } },
    },
    fail = {
      { info = { MinimumOSVersion = "7.0" }, bundles = { ["Frameworks/Kit.framework"] = {} } },
      { info = { MinimumOSVersion = "7.1" }, bundles = { ["PlugIns/Share.appex"] = {} } },
      { info = { MinimumOSVersion = "6.0" }, bundles = { ["Plug.bundle"] = {} } },
    },
  },
}
