local covered = import "apple.signatures.covered"
local outermost = import "apple.signatures.outermost"
local slices = import "apple.code.slices"

local names = {
  info_plist = "Info.plist is", resources = "the list of sealed files is", requirements = "the requirements in the signature are",
  entitlements = "the entitlements are", der_entitlements = "the entitlements in DER form are",
}
local ends = {
  changed = "different from what was signed", missing = "missing, but the signature covers it", unsigned = "not covered by the signature",
}

-- Whether a part that the signature has no hash of matters: without one of its own, the linker's signature covers nothing but code.
local function is_wrong(part, seal)
  if part.state == "unsigned" then return part.name == "resources" and seal or part.name:find("entitlements") end
  return part.state == "changed" or part.state == "missing"
end

rule "signature-covers" {
  summary   = "The signature of an executable must cover Info.plist and the files of its bundle as they are",
  severity  = "error",
  rationale = "The signature contains hashes of Info.plist, the list of sealed files, the entitlements and the requirements. If one of "
    .. "them changes after the bundle is signed, the signature is invalid: devices do not install the app, and Gatekeeper refuses to open "
    .. "it. Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "cs_blobs.h" },
  tags      = { "security", "S13", "codesign-info" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    if not covered.counts(bundle) then return end
    local seal, all, severity = covered.seal(bundle), slices(bundle), covered.severity(bundle)
    local found = {}
    for _, entry in ipairs(covered.signatures(bundle)) do
      -- Info.plist or the seal may be unreadable: `seal-readable` reports the seal, and the check reports Info.plist.
      local is_read, parts = pcall(function() return entry.signature.parts end)
      for _, part in ipairs(is_read and parts or {}) do
        if is_wrong(part, seal) then
          local finding = found[part.name] or { state = part.state, architectures = {} }
          table.insert(finding.architectures, entry.architecture)
          found[part.name] = finding
        end
      end
    end
    for name, finding in pairs(found) do
      -- A finding about all slices does not name them.
      local text = #finding.architectures == #all and "%s %s" or "%s %s, according to the signature of the %s code"
      report:file(bundle.executable, text, names[name] or name .. " is", ends[finding.state], table.concat(finding.architectures, " and "),
      {
        expected = "what codesign signed", fix = "change the bundle before signing it, and sign it again", discriminator = name,
        severity = severity,
      })
    end
    local unsigned = {}
    for _, slice in ipairs(all) do
      if not slice.has_code_signature then unsigned[#unsigned + 1] = slice.architecture end
    end
    -- In a signed app, nested-code-signed reports it.
    if seal and not outermost(bundle) and #unsigned > 0 then
      local what = #unsigned == #all and "the executable" or ("the %s code"):format(table.concat(unsigned, " and "))
      report:file(bundle.executable, "%s is not signed, but the bundle contains a list of sealed files", what, {
        expected = "a code signature", fix = "sign the bundle again", discriminator = "unsigned", severity = severity,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true }, { entitlements = { a = true } }, { platform = "ios", signed = true, entitlements = { a = true } },
      { kind = "framework", signed = { changed = "Versions/A/Resources/Info.plist" } },
      {
        signed = true,
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = {
          ["Versions/A/_CodeSignature/CodeResources"] = "{files2={};rules2={};}",
        } } },
      },
    },
    fail = {
      -- One slice is not signed.
      { signed = { unsigned = "x86_64", changed = "Contents/Info.plist" }, at = "Contents/MacOS/App",
        message = "different from what was signed, according to the signature of the arm64 code" },
      { signed = { unsigned = "arm64" }, at = "Contents/MacOS/App", message = "the arm64 code is not signed" },
      { signed = { changed = "Contents/Info.plist" }, at = "Contents/MacOS/App" },
      { signed = { changed = "Contents/_CodeSignature/CodeResources" }, at = "Contents/MacOS/App" },
      { platform = "ios", signed = { changed = "Info.plist" }, at = "App" },
      { kind = "extension", signed = { changed = "Contents/Info.plist" }, at = "Contents/MacOS/Share" },
      { kind = "plugin", signed = { changed = "Contents/Info.plist" }, at = "Contents/MacOS/Plug" },
      { signed = true, files = { ["Contents/_CodeSignature/CodeResources"] = false }, at = "Contents/MacOS/App" },
      {
        files = { ["Contents/_CodeSignature/CodeResources"] = "{files2={};rules2={};}" }, at = "Contents/MacOS/App",
        message = "the executable is not signed",
      },
      {
        files = { ["Contents/_CodeSignature/CodeResources"] = "{files2={};rules2={};}" }, entitlements = { a = true },
        at = "Contents/MacOS/App", count = 1, message = "the list of sealed files is not covered",
      },
    },
  },
}
