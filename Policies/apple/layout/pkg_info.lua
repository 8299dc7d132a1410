local values = import "apple.values"

-- Lazarus and Qt write a line break after the eight characters, which readers ignore.
local function contents(file) return (file.text:gsub("\n$", "")) end

rule "pkg-info" {
  summary   = "PkgInfo must contain the package type and the signature: eight characters in all",
  severity  = "warning",
  rationale = "PkgInfo repeats two keys of Info.plist. If it differs, readers take the bundle for another type.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "rules_apple: bundle verification" },
  tags      = { "S8" },
  applies   = { kind = "application", files = "**/PkgInfo" },
  check = function(bundle, report)
    local path = bundles.exists(bundle, "Contents/PkgInfo") and "Contents/PkgInfo" or "PkgInfo"
    local file = bundle.files[path]
    if not file or file.type ~= "file" then return end
    -- Signatures of old applications are in Mac Roman, and are not compared.
    local is_read, text = false, nil
    if file.size == 8 or file.size == 9 then is_read, text = pcall(contents, file) end
    if file.size ~= 8 and not (is_read and #text == 8) then
      report:file(path, "PkgInfo must have a size of 8 bytes, not %d", file.size, {
        expected = "8 bytes, such as APPL????", fix = "write CFBundlePackageType and CFBundleSignature to it, or remove it",
      })
    elseif values.readable(file, "format") ~= "text" then
      report:file(path, "PkgInfo contains bytes that are not characters", {
        expected = "8 characters, such as APPL????", fix = "write CFBundlePackageType and CFBundleSignature to it, or remove it",
      })
    else
      local type, signature = bundle.info.CFBundlePackageType, values.text(bundle.info.CFBundleSignature)
      -- A type that does not match the bundle is reported at the key; PkgInfo may have the right one.
      local own = is_read and text:sub(1, 4) == "APPL" and "APPL" or values.text(type)
      local expected = own and #own == 4 and own .. (signature and #signature == 4 and signature or "????")
      -- Templates leave the signature unknown in PkgInfo only.
      if is_read and expected and text ~= expected and text ~= own .. "????" then
        report:file(path, "PkgInfo contains '%s', but Info.plist implies '%s'", text, expected, {
          expected = expected, fix = "write CFBundlePackageType and CFBundleSignature to it, or remove it",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" }, { files = { ["Contents/PkgInfo"] = { directory = true } } },
      { files = { ["Contents/Resources/PkgInfo"] = "x" } },
      { info = { CFBundlePackageType = "BNDL" }, files = { ["Contents/PkgInfo"] = "APPL????" } },
      { info = { CFBundleSignature = "abcd" }, files = { ["Contents/PkgInfo"] = "APPLabcd" } },
      { info = { CFBundleSignature = "ab" }, files = { ["Contents/PkgInfo"] = "APPL????" } },
      { info = { CFBundleSignature = "abcd" }, files = { ["Contents/PkgInfo"] = "APPL????" } },
      { without = "CFBundlePackageType", files = { ["Contents/PkgInfo"] = "FMWK????" } },
      { files = { ["Contents/PkgInfo"] = { base64 = "QVBQTP/+/f4=" } } }, { files = { ["Contents/PkgInfo"] = "APPL????\n" } },
    },
    fail = {
      { files = { ["Contents/PkgInfo"] = { base64 = "QVBQTAABAgM=" } }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = { size = 8 } }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = { base64 = "QVBQTP/+/f4/" } }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = "APPL?????" }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = "APPL???\n" }, at = "Contents/PkgInfo" },
      { platform = "ios", files = { PkgInfo = "" }, at = "PkgInfo" },
      { platform = "ios", files = { PkgInfo = "APP\nL????" }, at = "PkgInfo" },
      { files = { ["Contents/PkgInfo"] = "APPL????\n\n" }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = "FMWK????\n" }, at = "Contents/PkgInfo" },
      { files = { ["Contents/PkgInfo"] = "FMWK????" }, at = "Contents/PkgInfo", message = "Info.plist implies 'APPL????'" },
      { info = { CFBundleSignature = "abcd" }, files = { ["Contents/PkgInfo"] = "APPLwxyz" }, at = "Contents/PkgInfo" },
    },
  },
}
