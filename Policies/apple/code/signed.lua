local is_sealed = import "apple.signatures.sealed"
local outermost = import "apple.signatures.outermost"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- The code of a bundle that is not signed, in words; nil if all of it is.
local function unsigned(bundle)
  local names, all = {}, slices(bundle)
  for _, slice in ipairs(all) do
    if not slice.has_code_signature then names[#names + 1] = slice.architecture end
  end
  if #names == 0 then return nil end
  return #names == #all and "the code" or ("the %s code"):format(table.concat(names, " and "))
end

-- Whether codesign seals the bundle as a file of the Mac app, regardless of its contents.
local function is_resource(bundle) return glob.match("**/Resources/**", bundle.path) end

rule "nested-code-signed" {
  summary   = "All code in a signed app must be signed",
  severity  = "error",
  rationale = "Devices do not install an app with unsigned code in it, and notarization and the store reject it. An app that "
    .. "is not signed yet is not checked, and signatures are not verified. On the Mac, code in Resources is not checked.",
  source    = { "ITMS-90035", "Technical Note TN2206: macOS Code Signing In Depth" },
  tags      = { "security", "S13", "ITMS-90035" },
  applies   = { nested = true },
  check     = function(bundle, report)
    local app = outermost(bundle)
    -- A bundle without code is sealed by the bundle around it; damaged code is reported by files-are-whole.
    if not app or not is_sealed(app) or #slices(bundle) == 0 or is_resource(bundle) then return end
    local code = unsigned(bundle)
    if code then
      report:file(bundle.executable, "%s is not signed, but %s around it is", code, app.name, {
        expected = "a code signature", fix = "sign the bundle before the app around it; in Xcode, choose Embed & Sign",
      })
    elseif values.is_mobile(bundle) and not is_sealed(bundle) then
      report:file("_CodeSignature/CodeResources", "the signature has no _CodeSignature/CodeResources", {
        expected = "the seal that codesign writes", fix = "sign the bundle again, and copy it with all its files",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      { kind = "framework", bundles = { ["Versions/A/XPCServices/Work.xpc"] = {} } },
      {
        kind = "application", platform = "ios", files = { ["_CodeSignature/CodeResources"] = "{}" }, entitlements = { a = true },
        bundles = {
          ["Frameworks/Kit.framework"] = { entitlements = { a = true }, files = { ["_CodeSignature/CodeResources"] = "{}" } },
          ["Art.bundle"] = { without = "CFBundleExecutable", files = { Art = false } },
        },
      },
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" }, entitlements = { a = true },
        bundles = {
          ["Contents/PlugIns/Share.appex"] = { entitlements = { a = true } }, ["Contents/Resources/Part.bundle"] = { kind = "plugin" },
        },
      },
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/MacOS/Share"] = { base64 = "z/rt/gcAAAE=" } } } },
      },
    },
    fail = {
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
          { file_type = "dylib", architectures = "arm64", has_code_signature = true }, { file_type = "dylib", architectures = "x86_64" },
        } } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit", message = "the x86_64 code is not signed",
      },
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit", message = "the code is not signed, but App.app",
      },
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Contents/PlugIns/Part.bundle"] = { kind = "plugin" } },
        at = "Contents/PlugIns/Part.bundle/Contents/MacOS/Part",
      },
      {
        kind = "application", platform = "ios", files = { ["_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["PlugIns/Share.appex"] = {} },
        at = "PlugIns/Share.appex/Share",
      },
      {
        kind = "application", platform = "ios", files = { ["_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Frameworks/Kit.framework"] = { entitlements = { a = true } } },
        at = "Frameworks/Kit.framework/_CodeSignature/CodeResources",
      },
      {
        kind = "application", files = { ["Contents/_CodeSignature/CodeResources"] = "{}" },
        bundles = { ["Contents/Library/LoginItems/Start.app"] = {
          bundles = { ["Contents/Frameworks/Kit.framework"] = {} }, entitlements = { a = true },
        } },
        at = "Contents/Library/LoginItems/Start.app/Contents/Frameworks/Kit.framework/Versions/A/Kit",
      },
    },
  },
}
