local covered = import "apple.signatures.covered"
local inner_path = import "apple.layout.inner_path"

-- Whether nested-code-signed checks the code at this path.
local function is_bundle(bundle, path)
  for _, inner in ipairs(bundle.bundles) do
    if inner_path(inner, bundle) == path then return true end
  end
  return false
end

rule "nested-code-unchanged" {
  summary   = "Code in a signed bundle must have the signature that it had when the bundle was signed",
  severity  = "error",
  rationale = "The seal of a bundle for the Mac names nested code by its signature. If the code is replaced or signed again by somebody "
    .. "else, the signature of the bundle is invalid: Gatekeeper refuses to open it. Code signed again by the same identity is accepted. "
    .. "Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "StaticCode.cpp: validateNestedCode" },
  tags      = { "security", "S8", "codesign-nested" },
  applies   = { files = "**/_CodeSignature" },
  check     = function(bundle, report)
    local seal = covered.counts(bundle) and covered.seal(bundle)
    local is_compared, nested = pcall(function() return seal and seal.nested or {} end)
    -- sealed-files reports code that cannot be compared.
    if not is_compared then return end
    local found = { changed = {}, unsigned = {} }
    for _, code in ipairs(nested) do
      local paths = found[code.state]
      if paths and not (code.state == "unsigned" and is_bundle(bundle, code.path)) then paths[#paths + 1] = code.path end
    end
    for state, paths in pairs(found) do
      if #paths > 0 then
        report:file(paths[1], "%s %s", covered.names(paths), state == "changed" and "not the code that was signed" or "not signed", {
          expected = "the code that was in the bundle when it was signed", fix = "sign the code first, and then the bundle around it",
          discriminator = state,
          severity = covered.severity(bundle),
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true }, { signed = true, bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = true } } },
      { signed = true, bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      {
        kind = "framework", signed = { changed = "Versions/A/XPCServices/Work.xpc" },
        bundles = { ["Versions/A/XPCServices/Work.xpc"] = { signed = true } },
      },
      { signed = true, files = { ["Contents/_CodeSignature/CodeResources"] = [[{files2={};rules2={"\\d"="1";};}]] } },
    },
    fail = {
      {
        signed = { changed = "Contents/Frameworks/Kit.framework" }, bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = true } },
        at = "Contents/Frameworks/Kit.framework",
      },
      {
        files = {
          ["Contents/MacOS/helper"] = { mach_o = {} },
          ["Contents/_CodeSignature/CodeResources"] = [[{
            files2={"MacOS/helper"={requirement="cdhash H\"00\"";};};rules2={"^.*"={weight=<*I1>;};};
          }]],
        },
        at = "Contents/MacOS/helper",
      },
    },
  },
}
