rule "pkg-info" {
  summary   = "PkgInfo must contain the package type and the signature: eight characters in all",
  severity  = "warning",
  rationale = "PkgInfo repeats two keys of Info.plist. If it differs, readers take the bundle for another type.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "rules_apple: bundle verification" },
  tags      = { "S8" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local path = bundles.exists(bundle, "Contents/PkgInfo") and "Contents/PkgInfo" or "PkgInfo"
    local file = bundle.files[path]
    if file and file.type == "file" and file.size ~= 8 then
      report:file(path, "PkgInfo must have a size of 8 bytes, not %d", file.size, {
        expected = "8 bytes, such as APPL????", fix = "write CFBundlePackageType and CFBundleSignature to it, or remove it",
      })
    end
  end,
  examples = {
    pass = { {}, { platform = "ios" } },
    fail = { { files = { ["Contents/PkgInfo"] = "APPL????\n" } }, { platform = "ios", files = { PkgInfo = "" } } },
  },
}
