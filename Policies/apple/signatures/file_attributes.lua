local refused = { "com.apple.FinderInfo", "com.apple.ResourceFork" }

rule "no-detritus" {
  summary   = "Files of a bundle should have no resource fork and no Finder information",
  severity  = "warning",
  rationale = "codesign refuses to sign a bundle with them: resource fork, Finder information, or similar detritus not allowed.",
  source    = "Technical Q&A QA1940: codesign fails with 'resource fork, Finder information, or similar detritus not allowed'",
  tags      = { "S8", "codesign-detritus" },
  -- The walk includes nested bundles.
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, nil, { attributes = refused })) do
      local name
      for _, attribute in ipairs(file.attributes) do
        for _, other in ipairs(refused) do
          if attribute == other then name = name or attribute end
        end
      end
      report:file(file.path, "the file has the extended attribute %s", name, {
        expected = "no such attribute", fix = "run xattr -cr on the bundle before signing it", discriminator = name,
      })
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.provenance" } } } } },
    fail = {
      {
        files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.provenance", "com.apple.FinderInfo" } } },
        at = "Contents/Resources/a.txt", message = "attribute com.apple.FinderInfo",
      },
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = {
          ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.FinderInfo" } },
        } } },
        at = "Contents/PlugIns/Share.appex/Contents/Resources/a.txt", count = 1,
      },
      {
        platform = "ios", files = { a = { text = "x", attributes = { "com.apple.LaunchServices.OpenWith", "com.apple.ResourceFork" } } },
        at = "a", message = "attribute com.apple.ResourceFork",
      },
    },
  },
}
