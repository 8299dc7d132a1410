-- A Mac app outside the store, ready for the notary service.

policy "cookbook.notarization" { summary = "All code is signed by our team for notarization" }

local team = parameter "team" { default = "ABCDE12345", summary = "the identifier of our team" }

rule "signed-for-notarization" {
  summary   = "All code must be signed by our team, with a timestamp and the hardened runtime",
  rationale = "The notary service refuses anything else, and says so only minutes after the upload.",
  applies   = { platform = "macos" },
  check     = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
      for _, slice in ipairs(code.file and code.file.mach_o.slices or {}) do
        local signature = slice.signature
        local problem = not signature and "is not signed" or signature.team ~= team and "is not signed by team " .. team
          or not signature.timestamp and "has no secure timestamp"
          or slice.file_type == "execute" and not signature.has_hardened_runtime and "does not ask for the hardened runtime"
        if problem then
          report:file(code.path, "the %s code %s", slice.architecture, problem, {
            fix = "sign it with codesign --timestamp --options runtime", discriminator = slice.architecture,
          })
        end
      end
    end
  end,
  examples  = (function()
    local function signed(differences)
      local signing = { signer = "Developer ID Application: Example (ABCDE12345)", timestamp = "2026-01-02", has_hardened_runtime = true }
      for key, value in pairs(differences) do signing[key] = value end
      return { signed = signing, at = next(differences) and "Contents/MacOS/App" }
    end
    return {
      pass = { signed {} },
      fail = {
        { at = "Contents/MacOS/App", message = "is not signed" }, signed { signer = "Developer ID Application: Other (ZYXWV98765)" },
        { signed = { signer = "Developer ID Application: Example (ABCDE12345)", has_hardened_runtime = true }, at = "Contents/MacOS/App" },
        signed { has_hardened_runtime = false },
      },
    }
  end)(),
}
