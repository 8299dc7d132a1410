-- URL schemes start with our own prefix: the first app that claims a scheme keeps it.

policy "cookbook.url-types" { summary = "URL schemes belong to us" }

local prefix = parameter "scheme_prefix" { default = "example", summary = "prefix of our schemes" }
local others = parameter "other_schemes" {
  default = {}, type = "list", summary = "other schemes that the app opens, such as mailto",
}

local scheme = custom("a scheme that starts with '" .. prefix .. "', or one of other_schemes", function(text)
  if plist.type(text) ~= "string" then return false end
  for _, other in ipairs(others) do
    if text:lower() == other then return true end
  end
  return text:sub(1, #prefix) == prefix and text:find("^[a-z][a-z0-9+.-]*$") ~= nil
end)

rule "url-types" {
  summary   = "Every URL type must have a role, a name and schemes with our prefix",
  rationale = "Several apps claim a scheme such as 'app', and links open the wrong one.",
  applies   = { kind = { "application", "plist" } },
  shape     = {
    CFBundleURLTypes = optional(list_of {
      CFBundleTypeRole   = one_of { "Editor", "Viewer", "Shell", "None" },
      CFBundleURLName    = reverse_dns,
      CFBundleURLSchemes = list_of(scheme, { min_count = 1 }),
    }),
  },
  examples  = {
    pass = {
      {},
      { info = { CFBundleURLTypes = { {
        CFBundleTypeRole = "Editor", CFBundleURLName = "com.example.app.open", CFBundleURLSchemes = { "example", "example-app" },
      } } } },
    },
    fail = {
      { info = { CFBundleURLTypes = { {
        CFBundleTypeRole = "Editor", CFBundleURLName = "com.example.app.open", CFBundleURLSchemes = { "app" },
      } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0" },
      {
        info = { CFBundleURLTypes = { { CFBundleURLName = "com.example.app.open", CFBundleURLSchemes = { "example-app" } } } },
        at = "/CFBundleURLTypes/0/CFBundleTypeRole",
      },
      { info = { CFBundleURLTypes = { {
        CFBundleTypeRole = "Editor", CFBundleURLName = "open", CFBundleURLSchemes = { "Example-App" },
      } } }, at = { "/CFBundleURLTypes/0/CFBundleURLName", "/CFBundleURLTypes/0/CFBundleURLSchemes/0" } },
    },
  },
}

local queried = parameter "queried_schemes" { default = { "mailto", "tel" }, summary = "schemes of other apps that the app may look for" }

rule "queried-schemes" {
  summary   = "The app must look only for other apps that were approved",
  rationale = "Which apps are installed identifies a user, so reviewers ask why; above 50 schemes, the system ignores the rest.",
  applies   = { kind = "application", key = "LSApplicationQueriesSchemes" },
  shape     = { LSApplicationQueriesSchemes = list_of(one_of(queried), { max_count = 50 }) },
  examples  = {
    pass = { { platform = "ios", info = { LSApplicationQueriesSchemes = { "mailto" } } } },
    fail = {
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "mailto", "fb" } }, at = "/LSApplicationQueriesSchemes/1" },
    },
  },
}
