rule "nested-qualifiers" {
  summary   = "Only keys at the top level of Info.plist may have forms for a platform or device",
  severity  = "warning",
  rationale = "The platform chooses the form when it reads Info.plist, and looks at the top level only. Nothing reads a form of a field "
    .. "inside a value.",
  source    = "CFBundle_InfoPlist.c",
  tags      = { "S5" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      local field = place.kind == "unknown_field" and place.key
      local base = field and keys.split(field).base
      if base and base ~= field and set.contains(place.allowed, base) then
        report:at(place.node, field, "nothing reads '%s' here: fields have no forms for platforms or devices", field, {
          expected = base, fix = "write one value, or give the key at the top level a form for the device",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = {
        ["CFBundleURLTypes~ipad"] = { { CFBundleURLSchemes = { "a" } } }, CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } } },
      } },
      { info = { NSAppTransportSecurity = {
        NSExceptionDomains = { ["my-ipad"] = {}, ["x-macos"] = { NSIncludesSubdomains = true } }, ["Own~ipad"] = true,
      } } },
      { info = {
        ["com.example.Own"] = { ["CFBundleURLSchemes~ipad"] = 1 }, CFBundleURLTypes = { "x", { ["CFBundleURLName~pad"] = "x" } },
        CFBundleExecutable = {},
      } },
    },
    fail = {
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" }, ["CFBundleURLSchemes~ipad"] = { "b" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes~0ipad",
      },
      {
        platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeName = "A", ["CFBundleTypeIconFiles~ipad"] = { "b" } } } },
        at = "/CFBundleDocumentTypes/0/CFBundleTypeIconFiles~0ipad",
      },
      {
        info = { NSAppTransportSecurity = { ["NSAllowsArbitraryLoads-macos"] = true } },
        at = "/NSAppTransportSecurity/NSAllowsArbitraryLoads-macos",
      },
      {
        platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { ["CFBundleIconFiles-iphoneos~ipad"] = { "a" } } } },
        at = "/CFBundleIcons~0ipad/CFBundlePrimaryIcon/CFBundleIconFiles-iphoneos~0ipad",
      },
    },
  },
}
