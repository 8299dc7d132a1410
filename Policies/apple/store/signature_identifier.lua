local covered = import "apple.signatures.covered"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local kit = is_for_ios and "Frameworks/Kit.framework" or "Contents/Frameworks/Kit.framework"
  local code = is_for_ios and "/Kit" or "/Versions/A/Kit"
  rule "signature-identifier" {
    summary   = "The identifier in the signature must be the identifier of the bundle, and contain a period",
    severity  = "error",
    rationale = "The store rejects code that was signed with another identifier, for example before its Info.plist changed, or file by "
      .. "file. "
      .. "codesign appends a number to an identifier without a period, so that the two differ.",
    source    = { "ITMS-90334", "codesign(1)" },
    tags      = { "security", "ITMS-90334" },
    applies   = { kind = { "application", "extension", "framework" }, platform = platforms, key = "CFBundleIdentifier" },
    check     = function(bundle, report)
      local identifier = values.text(bundle.info.CFBundleIdentifier)
      -- A framework by itself is signed again when it is copied into an app.
      if not identifier or bundle.kind == "framework" and not values.host(bundle) then return end
      local signatures = covered.signatures(bundle)
      for _, entry in ipairs(signatures) do
        local signature = entry.signature
        if not signature.is_linker_signed and signature.identifier ~= identifier then
          return report:file(bundle.executable, "%s is signed as '%s', but the bundle identifier is '%s'", entry.code, signature.identifier,
            identifier, { expected = identifier, fix = "sign the bundle again as a whole", discriminator = "" })
        end
      end
      if #signatures == 0 and #slices(bundle) > 0 and values.host(bundle) and not identifier:find("%.") then
        report:at(bundle.info, "CFBundleIdentifier", "'%s' has no period, so that codesign will sign the code as something else",
          identifier, {
          expected = "an identifier with a period, such as com.example." .. identifier, fix = "set PRODUCT_BUNDLE_IDENTIFIER",
        })
      end
    end,
    examples  = {
      pass = {
        {}, { bundles = { [kit] = {} } }, { signed = true }, { info = { CFBundleIdentifier = "$(ID)" } },
        { info = { CFBundleIdentifier = "App" } },
        { kind = "framework", info = { CFBundleIdentifier = "Kit" } }, { kind = "framework", signed = { identifier = "Kit-55554944" } },
        { bundles = { [kit] = { info = { CFBundleIdentifier = "Kit" }, files = { [code:sub(2)] = "!<arch>\n" } } } },
        { bundles = { [kit] = { info = { CFBundleIdentifier = "Kit" }, signed = true } } },
      },
      fail = {
        { signed = { identifier = "com.example.other" }, at = is_for_ios and "App" or "Contents/MacOS/App" },
        { bundles = { [kit] = { signed = { identifier = "Kit-5555494495f4d1a0f0f1" } } }, at = kit .. code },
        { bundles = { [kit] = { info = { CFBundleIdentifier = "Kit" } } }, at = kit .. ":/CFBundleIdentifier" },
      },
    },
  }
end
