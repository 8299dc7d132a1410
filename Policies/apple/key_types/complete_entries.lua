local values = import "apple.values"

-- Other rules check entries of these keys: the fields that the documentation requires there are not those whose absence does harm.
local except = {
  CFBundleDocumentTypes = true, CFBundleURLTypes = true, CFBundleIcons = true, UILaunchImages = true,
  NSPrivacyAccessedAPITypes = true, NSPrivacyCollectedDataTypes = true, NSExtension = true,
}
-- A type may have no file name, and a type declared elsewhere only its name.
local optional_fields = { UTTypeTagSpecification = true, UTTypeConformsTo = true }

-- Whether a network extension only provides a proxy for apps: mitmproxy's works without NEMachServiceName.
local function is_app_proxy(extension)
  local count = 0
  for _ in pairs(values.dictionary(extension.NEProviderClasses)) do count = count + 1 end
  return count == 1 and extension.NEProviderClasses["com.apple.networkextension.app-proxy"] ~= nil
end

rule "complete-entries" {
  summary   = "Entries of lists must have the fields that the platform requires",
  severity  = "warning",
  rationale = "The platform ignores an entry that lacks a required field. It is an error where nothing but this entry could provide the "
    .. "feature: a service without NSMessage.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List" },
  tags      = { "S3" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      local name = place.key
      if place.kind == "missing_field" and not except[keys.split(place.under).base] and not optional_fields[name]
        and not (name == "NEMachServiceName" and is_app_proxy(place.node)) then
        report:missing(place.node, name, "the entry has no %s", name, {
          expected = name, fix = "add " .. name, severity = name == "NSMessage" and "error" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { kind = "extension", info = { NetworkExtension = { NEProviderClasses = { ["com.apple.networkextension.app-proxy"] = "Proxy" } } } },
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.type" } } } },
      { info = { UTExportedTypeDeclarations = { "x" } } }, { info = { UTExportedTypeDeclarations = "x" } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "x" } } } } },
    },
    fail = {
      {
        kind = "extension", info = { NetworkExtension = { NEProviderClasses = {
          ["com.apple.networkextension.app-proxy"] = "Proxy", ["com.apple.networkextension.packet-tunnel"] = "Tunnel",
        } } },
        at = "/NetworkExtension/NEMachServiceName",
      },
      {
        kind = "extension", info = { NetworkExtension = { NEProviderClasses = { ["com.apple.networkextension.filter-data"] = "F" } } },
        at = "/NetworkExtension/NEMachServiceName",
      },
      { info = { NSServices = { { NSMenuItem = { default = "Do" }, NSPortName = "App" } } }, at = "/NSServices/0/NSMessage" },
      {
        info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = "public.data" } } },
        at = "/UTExportedTypeDeclarations/0/UTTypeIdentifier",
      },
      {
        platform = "ios", info = { UIApplicationShortcutItems = { { UIApplicationShortcutItemType = "x" } } },
        at = "/UIApplicationShortcutItems/0/UIApplicationShortcutItemTitle",
      },
    },
  },
}
