rule "fixed-keys" {
  summary   = "CFBundleExecutable and CFBundleIdentifier must not have forms for a platform or device",
  severity  = "error",
  rationale = "The platform silently ignores such a form and uses the unqualified key.",
  source    = "CFBundle_InfoPlist.c",
  tags      = { "S5" },
  check     = function(bundle, report)
    for _, name in ipairs { "CFBundleExecutable", "CFBundleIdentifier" } do
      for _, variant in ipairs(plist.variants(bundle.info, name)) do
        report:at(bundle.info, variant.key, "%s is ignored: %s cannot be overridden", variant.key, name, {
          expected = "only " .. name, fix = "remove " .. variant.key .. "; if a device needs another value, build a separate bundle for it",
        })
      end
    end
  end,
  examples  = {
    pass = { { platform = "ios", info = { ["UIStatusBarHidden~ipad"] = true } } },
    fail = {
      { platform = "ios", info = { ["CFBundleExecutable~ipad"] = "Other" }, at = "/CFBundleExecutable~0ipad" },
      { info = { ["CFBundleIdentifier-macos"] = "com.example.mac" }, at = "/CFBundleIdentifier-macos" },
    },
  },
}
