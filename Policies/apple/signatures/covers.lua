local covered = import "apple.signatures.covered"
local outermost = import "apple.signatures.outermost"
local slices = import "apple.code.slices"

local names = {
  info_plist = "Info.plist is", resources = "the list of sealed files is", requirements = "the requirements in the signature are",
  entitlements = "the entitlements are", der_entitlements = "the entitlements in DER form are",
}
local ends = {
  changed = "not what was signed", missing = "missing, but the signature covers it", unsigned = "not covered by the signature",
}

-- Whether a part that the signature has no hash of matters: without one of its own, the linker's signature covers nothing but code.
local function is_wrong(part, seal)
  if part.state == "unsigned" then return part.name == "resources" and seal or part.name:find("entitlements") end
  return part.state == "changed" or part.state == "missing"
end

rule "signature-covers" {
  summary   = "The signature of an executable must cover Info.plist and the files of its bundle as they are",
  severity  = "error",
  rationale = "The signature contains hashes of Info.plist, the list of sealed files, the entitlements and the requirements. If one of them changes after the bundle is "
    .. "signed, the signature is invalid: devices do not install the app, and Gatekeeper refuses to open it. Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "cs_blobs.h" },
  tags      = { "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    if not covered.counts(bundle) then return end
    local seal, seen = covered.seal(bundle), {}
    for _, signature in ipairs(covered.signatures(bundle)) do
      for _, part in ipairs(signature.parts) do
        if is_wrong(part, seal) and not seen[part.name] then
          seen[part.name] = true
          report:file(bundle.executable, "%s %s", names[part.name] or part.name .. " is", ends[part.state], {
            expected = "what codesign signed", fix = "change the bundle before signing it, and sign it again", discriminator = part.name,
            severity = covered.severity(bundle),
          })
        end
      end
    end
    -- In a signed app, nested-code-signed reports it.
    local code = slices(bundle)
    if seal and not outermost(bundle) and #code > 0 then
      for _, slice in ipairs(code) do
        if not slice.has_code_signature then
          report:file(bundle.executable, "the executable is not signed, but the bundle contains a list of sealed files", {
            expected = "a code signature", fix = "sign the bundle again", discriminator = "unsigned", severity = covered.severity(bundle),
          })
          return
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true }, { entitlements = { a = true } }, { platform = "ios", signed = true, entitlements = { a = true } },
      { kind = "framework", signed = { changed = "Versions/A/Resources/Info.plist" } },
      { signed = true, bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/_CodeSignature/CodeResources"] = "{files2={};rules2={};}" } } } },
    },
    fail = {
      { signed = { changed = "Contents/Info.plist" } }, { signed = { changed = "Contents/_CodeSignature/CodeResources" } },
      { platform = "ios", signed = { changed = "Info.plist" } }, { kind = "plugin", signed = { changed = "Contents/Info.plist" } },
      { signed = true, files = { ["Contents/_CodeSignature/CodeResources"] = false } },
      { files = { ["Contents/_CodeSignature/CodeResources"] = "{files2={};rules2={};}" } },
      { files = { ["Contents/_CodeSignature/CodeResources"] = "{files2={};rules2={};}" }, entitlements = { a = true } },
    },
  },
}
