-- SDKs are approved before they ship, even if they are linked into other code.

policy "cookbook.approved-sdks" { summary = "Every known SDK in the app is approved" }

local approved = parameter "approved_sdks" { default = { "zlib", "SQLite" }, summary = "known SDKs and libraries that may ship" }

rule "approved-sdks" {
  summary   = "Every known SDK in the app must be approved",
  rationale = "An SDK that is linked into other code is in no list of frameworks, but its makers' data collection and bugs are ours, too.",
  applies   = { kind = "application", nested = false },
  check     = function(bundle, report)
    local is_approved = set.of(approved)
    for _, part in ipairs(bundles.components(bundle)) do
      if part.sdk and not is_approved[part.sdk] then
        report:file(part.file or part.path, "contains %s, which is not approved", part.sdk, { discriminator = part.sdk })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { " deflate 1.3.1 Copyright 1995-2024 Jean-loup Gailly" } } } } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "OpenSSL 3.0.15 3 Sep 2024", 'OPENSSLDIR: "/usr"' } } } },
        at = "Contents/MacOS/App",
      },
      {
        bundles = { ["Contents/Frameworks/OpenSSL.framework"] = {} },
        at = "Contents/Frameworks/OpenSSL.framework/Versions/A/OpenSSL",
      },
    },
  },
}
