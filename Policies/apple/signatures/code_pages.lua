local covered = import "apple.signatures.covered"

local started = { application = true, extension = true }

-- Whether entitlements-readable reports the signature.
local function is_reported(bundle)
  if not started[bundle.kind] then return false end
  local is_read = pcall(function() return bundle.entitlements end)
  return not is_read
end

rule "code-unchanged" {
  summary   = "Signed code must be the code that was signed",
  severity  = "error",
  rationale = "The signature contains a hash of each page of code. The system ends a process that uses a page with another hash. Tools that change install names, strip "
    .. "symbols or set run paths change pages. Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "cs_blobs.h" },
  tags      = { "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    -- Code that is not signed again with the app ends all the same.
    local severity = covered.waits(bundle) and "warning" or nil
    local problem = covered.problem(bundle)
    if problem then
      if not is_reported(bundle) then
        report:file(bundle.executable, "%s", problem, {
          expected = "a signature as codesign writes it", fix = "sign the code again", discriminator = "signature", severity = severity,
        })
      end
      return
    end
    for _, signature in ipairs(covered.signatures(bundle)) do
      local is_read, pages = pcall(function() return signature.changed_pages end)
      if not is_read then
        report:file(bundle.executable, "%s", tostring(pages):match("error: ([^\n;]*)") or "the code cannot be compared with its signature", {
          expected = "the code that was signed", fix = "build or copy the file again, and sign it again", discriminator = "", severity = severity,
        })
        return
      elseif pages and pages > 0 then
        report:file(bundle.executable, pages == 1 and "%d page of the code is not what was signed" or "%d pages of the code are not what was signed", pages, {
          expected = "the code that was signed", fix = "change the code before signing it, and sign it again", discriminator = "", severity = severity,
        })
        return
      end
    end
  end,
  examples  = {
    pass = {
      -- Reported by entitlements-readable.
      { files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=" } } },
      {}, { signed = true }, { entitlements = { a = true } }, { kind = "framework", signed = true },
    },
    fail = {
      -- A signature without the hashes of the code, and one whose hashes are not complete.
      { kind = "framework", files = { ["Versions/A/Kit"] = { base64 = "z/rt/gwAAAEAAAAABgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAEAAAAAABT63gsBAAAADGp1bms=" } } },
      { files = { ["Contents/MacOS/App"] = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAAAAAAABT63nFxAAAADGp1bms=" } } },
      { signed = { changed = "Contents/MacOS/App" } }, { platform = "ios", signed = { changed = "App" } },
      { kind = "framework", signed = { changed = "Versions/A/Kit" } },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { changed = "Versions/A/Kit" } } } },
      { kind = "application", signed = true, bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { changed = "Versions/A/Kit" } } } },
    },
  },
}
