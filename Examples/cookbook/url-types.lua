-- URL schemes are registered under names of ours: the first app that claims a scheme keeps it.

policy "cookbook.url-types" { summary = "Our schemes are ours" }

local prefix = parameter "scheme_prefix" { default = "example", summary = "what our schemes start with" }
local others = parameter "other_schemes" {
  default = {}, type = "list", summary = "schemes of others that we open, such as mailto",
}

local scheme = custom("a scheme that starts with '" .. prefix .. "', or one that we agreed on", function(text)
  if plist.type(text) ~= "string" then return false end
  for _, other in ipairs(others) do
    if text:lower() == other then return true end
  end
  return text:sub(1, #prefix) == prefix and text:find("^[a-z][a-z0-9+.-]*$") ~= nil
end)

rule "url-types" {
  summary   = "Every URL type has a role, a name and schemes that are ours",
  rationale = "A scheme such as 'app' is claimed by several apps, and links open the wrong one.",
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
      } } } },
      { info = { CFBundleURLTypes = { { CFBundleURLName = "com.example.app.open", CFBundleURLSchemes = { "example-app" } } } } },
      { info = { CFBundleURLTypes = { {
        CFBundleTypeRole = "Editor", CFBundleURLName = "open", CFBundleURLSchemes = { "Example-App" },
      } } } },
    },
  },
}
