rule "contents-only" {
  summary   = "Beside Contents nothing lies in a macOS bundle",
  severity  = "error",
  rationale = "Code signing seals Contents alone; it refuses to sign a bundle with anything else in its root.",
  source    = { "Bundle Programming Guide: Anatomy of a macOS Application Bundle", "Technical Note TN2206" },
  tags      = { "S8" },
  check = function(bundle, report)
    if bundle.layout ~= "contents" then return end
    for _, path in ipairs(bundles.walk(bundle, "*")) do
      -- A custom icon of the Finder's has a carriage return at the end of its name.
      if path ~= "Contents" and path ~= "Icon\r" then
        report:file(path, "'%s' lies beside Contents", path, {
          expected = "only Contents", fix = "move it below Contents/Resources, or leave it out",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { kind = "framework" }, { files = { ["Contents/Resources/readme.txt"] = "x", ["Icon\r"] = "" } } },
    fail = { { files = { ["readme.txt"] = "x" } }, { kind = "plugin", files = { ["Data/x"] = "x" } } },
  },
}
