local covered = import "apple.signatures.covered"
local slices = import "apple.code.slices"

-- Whether entitlements-readable reports the signature.
local function is_reported(bundle)
  for _, slice in ipairs(slices(bundle)) do
    if not pcall(function() return slice.entitlements end) then return true end
  end
  return false
end

rule "code-unchanged" {
  summary   = "Signed code must be the code that was signed",
  severity  = "error",
  rationale = "The signature contains a hash of each page of code. The system kills a process that uses a page with another hash. Tools "
    .. "that change install names, strip symbols or set run paths change pages. Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "cs_blobs.h" },
  tags      = { "security", "S13", "ITMS-90178", "notary-signature", "codesign-nested" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    -- Code that is not signed again with the app ends all the same.
    local severity = covered.waits(bundle) and "warning" or nil
    local problem = covered.problem(bundle)
    if problem and not is_reported(bundle) then
      report:file(bundle.executable, "%s", problem, {
        expected = "a signature as codesign writes it", fix = "sign the code again", discriminator = "signature", severity = severity,
      })
    end
    local changed, total = {}, 0
    for _, entry in ipairs(covered.signatures(bundle)) do
      local is_read, pages = pcall(function() return entry.signature.changed_pages end)
      if not is_read then
        report:file(bundle.executable, "%s", tostring(pages):match("error: ([^\n;]*)")
          or entry.code .. " cannot be compared with its signature", {
          expected = "the code that was signed", fix = "build or copy the file again, and sign it again", discriminator = "",
          severity = severity,
        })
        return
      elseif pages and pages > 0 then
        table.insert(changed, ("%d %s %s"):format(pages, pages == 1 and "page of" or "pages of", entry.code))
        total = total + pages
      end
    end
    if total > 0 then
      report:file(bundle.executable, "%s %s changed after signing", table.concat(changed, " and "), total == 1 and "was" or "were", {
        expected = "the code that was signed", fix = "change the code before signing it, and sign it again", discriminator = "",
        severity = severity,
      })
    end
  end,
  examples  = {
    pass = {
      -- Reported by entitlements-readable.
      { files = { ["Contents/MacOS/App"] = {
        base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=",
      } } },
      {}, { signed = true }, { entitlements = { a = true } }, { kind = "framework", signed = true },
    },
    fail = {
      -- A signature without the hashes of the code, and one whose hashes are not complete.
      {
        kind = "framework",
        files = { ["Versions/A/Kit"] = {
          base64 = "z/rt/gwAAAEAAAAABgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAEAAAAAABT63gsBAAAADGp1bms=",
        } },
        at = "Versions/A/Kit",
      },
      { files = { ["Contents/MacOS/App"] = {
        base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAAAAAAABT63nFxAAAADGp1bms=",
      } }, at = "Contents/MacOS/App", message = "the code directory states 12 bytes" },
      { signed = { changed = "Contents/MacOS/App" }, at = "Contents/MacOS/App", message = "1 page of the arm64 code was changed" },
      { signed = { changed = "Contents/MacOS/App", unsigned = "x86_64" }, at = "Contents/MacOS/App" },
      { platform = "ios", signed = { changed = "App" }, at = "App", message = "1 page of the code was changed" },
      { kind = "extension", signed = { changed = "Contents/MacOS/Share" }, at = "Contents/MacOS/Share" },
      { kind = "plugin", signed = { changed = "Contents/MacOS/Plug" }, at = "Contents/MacOS/Plug" },
      { kind = "framework", signed = { changed = "Versions/A/Kit" }, at = "Versions/A/Kit" },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { changed = "Versions/A/Kit" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
      {
        kind = "application", signed = true,
        bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { changed = "Versions/A/Kit" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
    },
  },
}
