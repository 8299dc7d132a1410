local forms = import "apple.key_types.forms"

-- Rules of their own tell what entries of these need: what the documents call required there is not what breaks.
local except = {
  CFBundleDocumentTypes = true, CFBundleURLTypes = true, CFBundleIcons = true, UILaunchImages = true,
  NSPrivacyAccessedAPITypes = true, NSPrivacyCollectedDataTypes = true, NSExtension = true,
}
-- A type may be known by no file name, and a type from elsewhere by its name alone.
local optional_fields = { UTTypeTagSpecification = true, UTTypeConformsTo = true }

rule "complete-entries" {
  summary   = "Entries of lists have the fields that the platform needs of each",
  severity  = "warning",
  rationale = "The platform leaves an entry out that lacks one.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List" },
  tags      = { "S3" },
  check     = function(bundle, report)
    forms.each(bundle.info, except, function(_, _, value, form)
      if not form.fields or plist.type(value) ~= "dictionary" then return end
      for name, field in pairs(form.fields) do
        if field.required and not optional_fields[name] and value[name] == nil then
          report:missing(value, name, "the entry has no %s", name, { expected = name, fix = "add " .. name })
        end
      end
    end)
  end,
  examples  = {
    pass = {
      { info = { UTExportedTypeDeclarations = { { UTTypeIdentifier = "com.example.type" } } } },
      { info = { UTExportedTypeDeclarations = { "x" } } }, { info = { UTExportedTypeDeclarations = "x" } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "x" } } } } },
    },
    fail = {
      { info = { UTExportedTypeDeclarations = { { UTTypeConformsTo = "public.data" } } } },
      { platform = "ios", info = { UIApplicationShortcutItems = { { UIApplicationShortcutItemType = "x" } } } },
    },
  },
}
