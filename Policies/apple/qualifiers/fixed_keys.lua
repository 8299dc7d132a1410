rule "fixed-keys" {
  summary   = "CFBundleExecutable and CFBundleIdentifier have no forms for a platform or device",
  severity  = "error",
  rationale = "The platform drops such a form without a word and goes on with the plain key.",
  source    = "CFBundle_InfoPlist.c",
  tags      = { "S5" },
  check     = function(bundle, report)
    for _, name in ipairs { "CFBundleExecutable", "CFBundleIdentifier" } do
      for _, variant in ipairs(plist.variants(bundle.info, name)) do
        report:at(bundle.info, variant.key, "%s is dropped: %s can't be overridden", variant.key, name, {
          expected = name .. " alone", fix = "remove " .. variant.key .. "; a bundle that needs another one is built for it",
        })
      end
    end
  end,
  examples  = {
    pass = { { platform = "ios", info = { ["UIStatusBarHidden~ipad"] = true } } },
    fail = {
      { platform = "ios", info = { ["CFBundleExecutable~ipad"] = "Other" } },
      { info = { ["CFBundleIdentifier-macos"] = "com.example.mac" } },
    },
  },
}
