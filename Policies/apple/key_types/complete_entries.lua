-- Other rules check entries of these keys: the fields that the documentation requires there are not those whose absence does harm.
local except = {
  CFBundleDocumentTypes = true, CFBundleURLTypes = true, CFBundleIcons = true, UILaunchImages = true,
  NSPrivacyAccessedAPITypes = true, NSPrivacyCollectedDataTypes = true, NSExtension = true,
}
-- A type may have no file name, and a type declared elsewhere only its name.
local optional_fields = { UTTypeTagSpecification = true, UTTypeConformsTo = true }

-- Without these, what the entry declares never works.
local certain = { NEMachServiceName = true, NSMessage = true }

rule "complete-entries" {
  summary   = "Entries of lists must have the fields that the platform requires",
  severity  = "warning",
  rationale = "The platform ignores an entry that lacks a required field. It is an error where nothing but this entry could provide the "
    .. "feature: a service without NSMessage, or a network extension without NEMachServiceName.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List" },
  tags      = { "S3" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      local name = place.key
      if place.kind == "missing_field" and not except[keys.split(place.under).base] and not optional_fields[name] then
        report:missing(place.node, name, "the entry has no %s", name, {
          expected = name, fix = "add " .. name, severity = certain[name] and "error" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.type" } } } },
      { info = { UTExportedTypeDeclarations = { "x" } } }, { info = { UTExportedTypeDeclarations = "x" } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "x" } } } } },
    },
    fail = {
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
