local refused = { ["com.apple.FinderInfo"] = true, ["com.apple.ResourceFork"] = true }

-- The first attribute of a file for which the table has an entry; nil if there is none.
local function first(file, names)
  for _, name in ipairs(file.attributes) do
    if names[name] then return name end
  end
  return nil
end

rule "no-detritus" {
  summary   = "Files of a bundle should have no resource fork and no Finder information",
  severity  = "warning",
  rationale = "codesign refuses to sign a bundle with them: resource fork, Finder information, or similar detritus not allowed.",
  source    = "Technical Q&A QA1940: codesign fails with 'resource fork, Finder information, or similar detritus not allowed'",
  tags      = { "S8", "codesign-detritus" },
  -- The walk includes nested bundles.
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for path, file in pairs(bundle.files) do
      local name = first(file, refused)
      if name then
        report:file(path, "the file has the extended attribute %s", name, {
          expected = "no such attribute", fix = "run xattr -cr on the bundle before signing it", discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.provenance" } } } } },
    fail = {
      {
        files = { ["Contents/Resources/a.txt"] = { text = "x", attributes = { "com.apple.FinderInfo" } } }, at = "Contents/Resources/a.txt",
      },
      { platform = "ios", files = { a = { text = "x", attributes = "com.apple.ResourceFork" } }, at = "a" },
    },
  },
}
