local covered = import "apple.signatures.covered"
local inner_path = import "apple.layout.inner_path"
local slices = import "apple.code.slices"

-- The paths that are not in a nested bundle whose own seal is broken: that bundle has the finding.
local function own(paths, bundle)
  local result = paths
  for _, inner in ipairs(bundle.bundles) do
    local start, kept = inner_path(inner, bundle) .. "/", {}
    for _, path in ipairs(result) do
      if path:sub(1, #start) ~= start then table.insert(kept, path) end
    end
    local seal = #kept ~= #result and covered.seal(inner)
    if seal and not seal.is_intact then result = kept end
  end
  return result
end

local verbs = { missing = "missing", changed = "different from what was signed", added = "not covered by the signature" }

-- For the examples: the seal of a bundle with one file.
local sealed = '{files2={"Resources/a.txt"={hash2=<' .. ("00"):rep(32) .. '>;};};rules2={"^.*"={weight=<*I1>;};};}'

rule "sealed-files" {
  summary   = "The files of a signed bundle must be those that were signed",
  severity  = "error",
  rationale = "codesign seals every file of a bundle. If one of them is missing, changed or added later, the signature is invalid: "
    .. "devices do not install the app, and Gatekeeper refuses to open it. Tools that copy files, such as git without links or with "
    .. "converted line endings, also break the seal. A framework by itself is not checked, because it is signed again in the app. "
    .. "Certificates are not verified.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "resources.cpp", "StaticCode.cpp: validateResource" },
  tags      = { "security", "S8", "ITMS-90018", "notary-signature", "codesign-missing-resource", "codesign-changed-resource" },
  applies   = { files = "**/_CodeSignature" },
  check     = function(bundle, report)
    local seal = covered.counts(bundle) and covered.seal(bundle)
    if not seal then return end
    -- Code that is not signed is reported by nested-code-signed and signature-covers.
    if #slices(bundle) > 0 and #covered.signatures(bundle) == 0 then return end
    local is_compared, problem = pcall(function() return seal.is_intact end)
    if not is_compared then
      report:file(seal.path, "%s", tostring(problem):match("[^\n]*"), {
        expected = "a seal as codesign writes it", fix = "sign the bundle again", discriminator = "", severity = covered.severity(bundle),
      })
      return
    end
    for kind, verb in pairs(verbs) do
      local paths = own(seal[kind], bundle)
      if #paths > 0 then
        report:file(paths[1], "%s %s", covered.names(paths), verb, {
          expected = "the files that codesign sealed",
          fix = kind == "added" and "put the file into the bundle before signing it, and sign it again"
            or "copy the bundle again, or sign it again", discriminator = kind, severity = covered.severity(bundle),
        })
      end
    end
  end,
  examples  = {
    pass = {
      -- Code that is not signed: signature-covers reports it.
      { files = { ["Contents/_CodeSignature/CodeResources"] = sealed } },
      { platform = "ios", files = { ["_CodeSignature/CodeResources"] = sealed } },
      {},
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { removed = "Versions/A/Headers/Kit.h" } } } },
      { signed = true }, { platform = "ios", signed = true, files = { ["a.txt"] = "a" } },
      {
        signed = { team = "ABCDE12345" }, files = { ["Contents/Resources/a.txt"] = "a", ["Contents/Resources/.DS_Store"] = "x" },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = true } },
      },
      { kind = "framework", signed = { changed = "Versions/A/Resources/a.txt" }, files = { ["Versions/A/Resources/a.txt"] = "a" } },
      { signed = { removed = "Contents/Resources/a.txt" }, files = { ["Contents/_CodeSignature/CodeResources"] = "junk" } },
    },
    fail = {
      -- A bundle without code.
      {
        kind = "plugin", without = "CFBundleExecutable", at = { "Contents/Info.plist", "Contents/Resources/a.txt" },
        files = { ["Contents/MacOS/Plug"] = false, ["Contents/_CodeSignature/CodeResources"] = sealed },
      },
      { kind = "extension", signed = { removed = "Contents/Resources/a.txt" }, at = "Contents/Resources/a.txt" },
      {
        kind = "extension", signed = true,
        bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { removed = "Versions/A/Resources/a.txt" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.txt",
      },
      {
        platform = "ios", signed = { changed = { "Frameworks/Kit.framework/a.txt", "b.txt" } }, files = { ["b.txt"] = "b" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = { changed = "a.txt" }, files = { ["a.txt"] = "a" } } },
        at = { "b.txt", "Frameworks/Kit.framework/a.txt" },
      },
      { signed = { removed = "Contents/Resources/a.txt" }, at = "Contents/Resources/a.txt" },
      {
        signed = { changed = { "Contents/Resources/a.txt", "Contents/Resources/b.txt" } },
        files = { ["Contents/Resources/a.txt"] = "a", ["Contents/Resources/b.txt"] = "b" },
        at = "Contents/Resources/a.txt",
      },
      { signed = { added = "Contents/Resources/a.txt" }, files = { ["Contents/Resources/a.txt"] = "a" }, at = "Contents/Resources/a.txt" },
      { platform = "ios", signed = { added = "a.txt" }, files = { ["a.txt"] = "a" }, at = "a.txt" },
      { kind = "plugin", signed = { removed = "Contents/Resources/a.txt" }, at = "Contents/Resources/a.txt" },
      {
        kind = "application", signed = true,
        bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = { removed = "Versions/A/Resources/a.txt" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.txt",
      },
      {
        signed = true, files = {
          ["Contents/_CodeSignature/CodeResources"] = [[<plist version="1.0"><dict>
            <key>files2</key><dict/><key>rules2</key><dict><key>\d</key><true/></dict>
          </dict></plist>]],
        },
        at = "Contents/_CodeSignature/CodeResources",
      },
      {
        signed = true,
        bundles = { ["Contents/Frameworks/Kit.framework"] = {
          signed = { changed = "Versions/A/Resources/a.txt" }, files = { ["Versions/A/Resources/a.txt"] = "a" },
        } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.txt",
      },
      {
        platform = "ios", signed = { changed = "Frameworks/Kit.framework/a.txt" },
        bundles = { ["Frameworks/Kit.framework"] = { signed = true, files = { ["a.txt"] = "a" } } },
        at = "Frameworks/Kit.framework/a.txt",
      },
    },
  },
}
