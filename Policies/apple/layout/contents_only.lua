rule "contents-only" {
  summary   = "The top level of a macOS bundle must contain nothing but Contents",
  severity  = "error",
  rationale = "Code signing seals only Contents; it refuses to sign a bundle with anything else at its top level.",
  source    = { "Bundle Programming Guide: Anatomy of a macOS Application Bundle", "Technical Note TN2206" },
  tags      = { "S8" },
  check = function(bundle, report)
    if bundle.layout ~= "contents" then return end
    for _, path in ipairs(bundles.walk(bundle, "*")) do
      -- The name of a custom icon of the Finder ends with a carriage return.
      if path ~= "Contents" and path ~= "Icon\r" then
        report:file(path, "'%s' is outside Contents", path, {
          expected = "only Contents", fix = "move it below Contents/Resources, or remove it",
        })
      end
    end
  end,
  examples = {
    pass = { {}, { kind = "framework" }, { files = { ["Contents/Resources/readme.txt"] = "x", ["Icon\r"] = "" } } },
    fail = { { files = { ["readme.txt"] = "x" } }, { kind = "plugin", files = { ["Data/x"] = "x" } } },
  },
}
