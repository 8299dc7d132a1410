local forms = import "apple.key_types.forms"

rule "nested-qualifiers" {
  summary   = "Only keys at the top level of Info.plist may have forms for a platform or device",
  severity  = "warning",
  rationale = "The platform chooses the form when it reads Info.plist, and looks at the top level only. Nothing reads a form of a field inside a value.",
  source    = "CFBundle_InfoPlist.c",
  tags      = { "S5" },
  check     = function(bundle, report)
    forms.each(bundle.info, {}, function(_, _, value, form)
      if not form.fields or plist.type(value) ~= "dictionary" then return end
      for field in pairs(value) do
        local parts = field:find("[~-]") and keys.split(field)
        if parts and parts.base ~= field and form.fields[parts.base] and not form.fields[field] then
          report:at(value, field, "nothing reads '%s' here: fields have no forms for platforms or devices", field, {
            expected = parts.base, fix = "write one value, or give the key at the top level a form for the device",
          })
        end
      end
    end)
  end,
  examples  = {
    pass = {
      { info = { ["CFBundleURLTypes~ipad"] = { { CFBundleURLSchemes = { "a" } } }, CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } } } } },
      { info = { NSAppTransportSecurity = { NSExceptionDomains = { ["my-ipad"] = {}, ["x-macos"] = { NSIncludesSubdomains = true } }, ["Own~ipad"] = true } } },
      { info = { ["com.example.Own"] = { ["CFBundleURLSchemes~ipad"] = 1 }, CFBundleURLTypes = { "x", { ["CFBundleURLName~pad"] = "x" } }, CFBundleExecutable = {} } },
    },
    fail = {
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" }, ["CFBundleURLSchemes~ipad"] = { "b" } } } } },
      { platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeName = "A", ["CFBundleTypeIconFiles~ipad"] = { "b" } } } } },
      { info = { NSAppTransportSecurity = { ["NSAllowsArbitraryLoads-macos"] = true } } },
      { platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { ["CFBundleIconFiles-iphoneos~ipad"] = { "a" } } } } },
    },
  },
}
