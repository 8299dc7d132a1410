rule "no-nested-code" {
  summary   = "An app for systems before iOS 8 must not contain frameworks, extensions or loadable bundles",
  severity  = "error",
  rationale = "These systems load only the app's own code: an app that links against a framework crashes at launch, and "
    .. "extensions are ignored.",
  source    = "Bundle Programming Guide: iOS Application Bundles",
  tags      = { "S8" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "8.0" } },
  check = function(bundle, report)
    for _, nested in ipairs(bundle.bundles) do
      -- A resource bundle is not code.
      if nested.kind == "framework" or nested.kind == "extension" or nested.kind == "plugin" and nested.executable then
        report:file(nested.path, "%s contains code, which systems before iOS 8 do not load", nested.name, {
          expected = "only the app's own code", fix = "raise MinimumOSVersion to 8.0, or link the code into the app",
          -- Since iOS 8, apps may support both and go without their extensions on older systems.
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
      { info = { MinimumOSVersion = "7.0" }, bundles = { ["Frameworks/Kit.framework"] = {} }, at = "Frameworks/Kit.framework" },
      { info = { MinimumOSVersion = "7.1" }, bundles = { ["PlugIns/Share.appex"] = {} }, at = "PlugIns/Share.appex" },
      { info = { MinimumOSVersion = "6.0" }, bundles = { ["Plug.bundle"] = {} }, at = "Plug.bundle" },
    },
  },
}
