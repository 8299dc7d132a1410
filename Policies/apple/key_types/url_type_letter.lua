local values = import "apple.values"

rule "url-type-letter" {
  summary   = "Every URL type must have a role and a name in reverse-DNS form",
  severity  = "note",
  rationale = "Apple's documentation asks for both; localizations refer to the type by its name.",
  source    = "Information Property List Key Reference: CFBundleURLTypes",
  tags      = { "S3" },
  applies   = { key = "CFBundleURLTypes" },
  check     = function(bundle, report)
    for _, entry in ipairs(values.list(bundle.info.CFBundleURLTypes)) do
      if plist.type(entry) == "dictionary" then
        for _, key in ipairs { "CFBundleTypeRole", "CFBundleURLName" } do
          if entry[key] == nil then report:missing(entry, key, "the URL type has no %s", key, { expected = key }) end
        end
        local name = values.text(entry.CFBundleURLName)
        if name and not name:find("^[%w-]+%.[%w.-]+$") then
          report:at(entry, "CFBundleURLName", "'%s' is not a name in reverse-DNS form", name, {
            expected = "a name such as com.example.scheme", fix = "prefix it with your reversed domain",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLName = "com.example.url" } } } },
      { info = { CFBundleURLTypes = { "x" } } }, { info = { CFBundleURLTypes = "x" } },
    },
    fail = {
      { info = { CFBundleURLTypes = { { CFBundleURLName = "com.example.url" } } }, at = "/CFBundleURLTypes/0/CFBundleTypeRole" },
      { info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer" } } }, at = "/CFBundleURLTypes/0/CFBundleURLName" },
      {
        info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLName = "Web of example.com" } } },
        at = "/CFBundleURLTypes/0/CFBundleURLName",
      },
      {
        info = { CFBundleURLTypes = { { CFBundleTypeRole = "Viewer", CFBundleURLName = "example.com on the web" } } },
        at = "/CFBundleURLTypes/0/CFBundleURLName",
      },
    },
  },
}
