rule "contents-only" {
  summary   = "The top level of a macOS bundle must contain nothing but Contents",
  severity  = "error",
  rationale = "Code signing seals only Contents; it refuses to sign a bundle with anything else at its top level.",
  source    = { "Bundle Programming Guide: Anatomy of a macOS Application Bundle", "Technical Note TN2206" },
  tags      = { "S8", "codesign-unsealed-root" },
  check = function(bundle, report)
    -- A framework for macOS has versions instead, which versioned-links says.
    if bundle.layout ~= "contents" or bundle.kind == "framework" then return end
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
    pass = {
      {
        kind = "framework", files = {
          ["Versions/A/Resources/Info.plist"] = false, ["Versions/A/Kit"] = false, ["Versions/Current"] = { link = "4" }, Resources = false,
          ["Versions/4/Kit"] = { mach_o = { file_type = "dylib" } },
          ["Contents/Info.plist"] = "<plist><dict><key>CFBundleExecutable</key><string>Kit</string></dict></plist>",
        },
      },
      {}, { kind = "framework" }, { files = { ["Contents/Resources/readme.txt"] = "x", ["Icon\r"] = "" } },
    },
    fail = { { files = { ["readme.txt"] = "x" }, at = "readme.txt" }, { kind = "plugin", files = { ["Data/x"] = "x" }, at = "Data" } },
  },
}
