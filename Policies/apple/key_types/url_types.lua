local values = import "apple.values"

rule "url-types" {
  summary   = "Every URL type must list schemes, which consist of a letter followed by letters, digits, '+', '-' and '.'",
  severity  = "error",
  rationale = "No link ever matches another scheme, and the store rejects the upload.",
  source    = { "ITMS-90158", "RFC 3986", "Information Property List Key Reference: CFBundleURLTypes" },
  tags      = { "S3", "ITMS-90158" },
  applies   = { key = "CFBundleURLTypes" },
  check     = function(bundle, report)
    for _, form in ipairs(values.forms(bundle.info, "CFBundleURLTypes")) do
      for _, entry in ipairs(values.list(bundle.info[form])) do
        local schemes = plist.type(entry) == "dictionary" and entry.CFBundleURLSchemes
        if schemes == nil or plist.type(schemes) == "array" and #schemes == 0 then
          report:missing(entry, "CFBundleURLSchemes", "the URL type has no schemes", {
            expected = "at least one scheme", fix = "list the schemes, or remove the entry", severity = "warning",
          })
        end
        for position, scheme in ipairs(values.list(schemes)) do
          if type(scheme) == "string" and not values.has_variable(scheme) and not scheme:find("^%a[%w+.-]*$") then
            report:at(schemes, position, "'%s' is not a valid URL scheme", scheme, {
              expected = "a letter followed by letters, digits, '+', '-' and '.'",
              fix = scheme:find("^%a[%w+.-]*:") and "write " .. scheme:match("^[^:]*")
                or "rename the scheme, also where links and code use it",
              -- Outside the store an underscore has no effect.
              severity = not values.is_mobile(bundle) and scheme:find("^%a[%w_+.-]*$") and "warning" or nil,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "example", "com.example.app-1+x" } } } } },
      { info = { CFBundleURLTypes = { "x" } } }, { info = { CFBundleURLTypes = "x" } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "$(SCHEME)" } } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = "x" } } } },
    },
    fail = {
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "my_app" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      {
        platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "my_app" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "example://" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "1password" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      { info = { CFBundleURLTypes = { { CFBundleURLName = "com.example" } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes" },
      {
        info = { ["CFBundleURLTypes-macos"] = { { CFBundleURLSchemes = { ["$array"] = true } } } },
        at = "/CFBundleURLTypes-macos/0/CFBundleURLSchemes",
      },
    },
  },
}
