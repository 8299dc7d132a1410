local notarized_code = import "apple.code.notarized_code"

-- Whether a signature has hashes of another kind than SHA-1.
local function is_strong(signature)
  for _, directory in ipairs(signature.directories) do
    if directory.hash ~= "sha1" then return true end
  end
  return false
end

rule "strong-hashes" {
  summary   = "Signatures must have SHA-256 hashes",
  severity  = "error",
  rationale = "Apple does not notarize code with SHA-1 hashes only, which old versions of codesign and of other tools make.",
  source    = "Resolving common notarization issues: Use a supported signature algorithm",
  tags      = { "security", "S13", "notary-algorithm" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    notarized_code(bundle, report, { expected = "SHA-256 hashes", fix = "sign the code again with a current codesign" },
      function(_, signature)
        return signature and not is_strong(signature) and "is signed with SHA-1 hashes only"
      end)
  end,
  examples  = {
    pass = { {}, { signed = { team = "A" } }, { signed = { team = "A", hashes = { "sha1", "sha256" } } } },
    fail = {
      { signed = { team = "A", hashes = "sha1" }, at = "Contents/MacOS/App" },
      {
        signed = { team = "A" },
        files = { ["Contents/MacOS/tool"] = { mach_o = {
          { architectures = "arm64", team = "A" }, { architectures = "x86_64", team = "A", hashes = { "sha1" } },
        } } },
        message = "the x86_64 code", at = "Contents/MacOS/tool",
      },
    },
  },
}
