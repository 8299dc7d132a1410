rule "no-headers" {
  summary   = "Frameworks in an app must not contain headers or modules",
  severity  = "note",
  rationale = "Only compilers read them. Xcode removes them when it embeds a framework; a script that copies it does not.",
  source    = "Framework Programming Guide: Embedding a Private Framework",
  tags      = { "S8" },
  applies   = { kind = "framework", nested = true },
  files     = {
    forbid = { "Headers", "PrivateHeaders", "Modules", "Versions/*/Headers", "Versions/*/PrivateHeaders", "Versions/*/Modules" },
  },
  examples = {
    pass = {
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      { bundles = { ["Versions/A/Frameworks/Inner.framework"] = {} }, files = { ["Versions/A/Headers/Kit.h"] = "x" } },
      {
        kind = "application",
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = {}, ["Contents/PlugIns/Plug.bundle"] = { files = { Headers = { directory = true } } },
        },
      },
    },
    fail = {
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Headers/Kit.h"] = "x" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Headers",
      },
      {
        kind = "application",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/PrivateHeaders/Kit.h"] = "x" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/PrivateHeaders",
      },
      {
        kind = "application",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Modules/module.modulemap"] = "x" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Modules",
      },
      {
        kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { ["Headers/Kit.h"] = "x" } } },
        at = "Frameworks/Kit.framework/Headers",
      },
      {
        kind = "application", platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { ["PrivateHeaders/Kit.h"] = "x" } } },
        at = "Frameworks/Kit.framework/PrivateHeaders",
      },
      {
        kind = "application", platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { files = { ["Modules/module.modulemap"] = "x" } } },
        at = "Frameworks/Kit.framework/Modules",
      },
    },
  },
}
