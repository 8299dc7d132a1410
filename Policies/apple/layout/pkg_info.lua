rule "pkg-info" {
  summary   = "PkgInfo holds the package type and the signature, eight characters",
  severity  = "warning",
  rationale = "It repeats two keys of Info.plist. Where it says something else, what reads it takes the bundle for another sort.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "rules_apple: bundle verification" },
  tags      = { "S8" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local path = bundles.exists(bundle, "Contents/PkgInfo") and "Contents/PkgInfo" or "PkgInfo"
    local file = bundle.files[path]
    if file and file.type == "file" and file.size ~= 8 then
      report:file(path, "PkgInfo has %d bytes", file.size, {
        expected = "8 bytes, such as APPL????", fix = "write CFBundlePackageType and CFBundleSignature into it, or leave it out",
      })
    end
  end,
  examples = {
    pass = { {}, { platform = "ios" } },
    fail = { { files = { ["Contents/PkgInfo"] = "APPL????\n" } }, { platform = "ios", files = { PkgInfo = "" } } },
  },
}
