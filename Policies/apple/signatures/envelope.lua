local covered = import "apple.signatures.covered"

-- The rules by which codesign leaves files out, in all its versions.
local usual = {
  ["^Resources/.*\\.lproj/locversion.plist$"] = true, ["^.*\\.lproj/locversion.plist$"] = true, ["^(.*/)?\\.DS_Store$"] = true,
  ["^Info\\.plist$"] = true, ["^PkgInfo$"] = true, ["^version.plist$"] = true, ["^.*\\.dSYM($|/)"] = true, ["^[^/]+$"] = true,
}

-- For the examples: a list of sealed files.
local text = '<plist version="1.0"><dict><key>files%s</key><dict/><key>rules%s</key><dict>%s</dict></dict></plist>'
local function seal(rules, key)
  local suffix = key == 2 and "2" or ""
  return { ["Contents/_CodeSignature/CodeResources"] = text:format(suffix, suffix, rules) }
end
local function omitted(pattern)
  return "<key>" .. pattern .. "</key><dict><key>omit</key><true/><key>weight</key><real>2000</real></dict>"
end

rule "current-seal" {
  summary   = "The signature of a Mac app must seal all its files, in the form that has been current since OS X 10.9.5",
  severity  = "error",
  rationale = "Gatekeeper rejects signatures of the older form, and those with rules of their own that leave files out: the resource "
    .. "envelope is "
    .. "obsolete.",
  source    = "Technical Note TN2206: macOS Code Signing In Depth, Signature Version Changes",
  tags      = { "security", "S13", "codesign-obsolete-seal" },
  applies   = {
    kind = { "application", "extension", "plugin" }, platform = { "macos", "catalyst" }, files = "**/_CodeSignature/CodeResources",
  },
  check     = function(bundle, report)
    local sealed = covered.seal(bundle)
    if not sealed then return end
    if sealed.version == 1 then
      return report:file(sealed.path, "the list of sealed files has only the older form", {
        expected = "files2 and rules2", fix = "sign the bundle again with codesign on OS X 10.9 or later", discriminator = "version",
      })
    end
    for _, entry in ipairs(sealed.rules) do
      if entry.is_omitted and not usual[entry.pattern] then
        report:file(sealed.path, "the signature leaves out files by the rule '%s'", entry.pattern, {
          expected = "only the rules of codesign", fix = "sign the bundle again without --resource-rules", discriminator = entry.pattern,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "framework", files = { ["Versions/A/_CodeSignature/CodeResources"] = "{files={};rules={};}" } },
      { platform = "ios", files = { ["_CodeSignature/CodeResources"] = "{files={};rules={};}" } },
      {}, { signed = true }, { files = seal("<key>^.*</key><true/>" .. omitted "^PkgInfo$", 2) }, { files = {
      ["Contents/_CodeSignature/CodeResources"] = "{}",
      } },
    },
    fail = {
      { files = seal "<key>^.*</key><true/>", at = "Contents/_CodeSignature/CodeResources" },
      { kind = "extension", files = seal "<key>^.*</key><true/>", at = "Contents/_CodeSignature/CodeResources" },
      { kind = "plugin", files = seal "<key>^.*</key><true/>", at = "Contents/_CodeSignature/CodeResources" },
      { platform = "catalyst", files = seal "<key>^.*</key><true/>", at = "Contents/_CodeSignature/CodeResources" },
      {
        files = seal("<key>^.*</key><true/>" .. omitted "^Resources/Data/", 2), message = "^Resources/Data/",
        at = "Contents/_CodeSignature/CodeResources",
      },
    },
  },
}
