local point_of = import "apple.extensions.point"
local values = import "apple.values"

-- Extension points whose extensions create their interface themselves, with their main function.
local own_entry = { ["com.apple.widgetkit-extension"] = true, ["com.apple.deviceactivityui.report-extension"] = true }

rule "no-entry-point" {
  summary   = "A widget or report extension must name neither a class nor a storyboard",
  severity  = "error",
  rationale = "These extensions start with their main function. Devices do not install an app whose widget extension names a principal "
    .. "class or "
    .. "a main storyboard (MIInstallerErrorDomain 152, AppexBundleContainsClassOrStoryboard).",
  source    = "WidgetKit: Creating a widget extension",
  tags      = { "S3", "MI-AppexBundleContainsClassOrStoryboard" },
  applies   = { kind = "extension", key = { "NSExtension", "EXAppExtensionAttributes" }, when = values.is_app_extension },
  check     = function(bundle, report)
    if not own_entry[point_of(bundle)] then return end
    for holder, names in pairs {
      NSExtension = { "NSExtensionMainStoryboard", "NSExtensionPrincipalClass" },
      EXAppExtensionAttributes = { "EXPrincipalClass", "NSExtensionMainStoryboard", "NSExtensionPrincipalClass" },
    } do
      local extension = values.dictionary(bundle.info[holder])
      for _, key in ipairs(names) do
        if extension[key] ~= nil then
          report:at(extension, key, "an extension for %s must not have %s", point_of(bundle), key, {
            expected = "only the extension point", fix = "remove it: the extension starts with its main function",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension" } } },
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "A" } } },
    },
    fail = {
      {
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension", NSExtensionPrincipalClass = "A" } },
        at = "/NSExtension/NSExtensionPrincipalClass",
      },
      {
        platform = "ios",
        info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension", NSExtensionMainStoryboard = "Main" } },
        at = "/NSExtension/NSExtensionMainStoryboard",
      },
      {
        info = { EXAppExtensionAttributes = {
          EXExtensionPointIdentifier = "com.apple.deviceactivityui.report-extension", EXPrincipalClass = "A",
        } },
        without = "NSExtension", at = "/EXAppExtensionAttributes/EXPrincipalClass",
      },
      {
        info = { EXAppExtensionAttributes = {
          EXExtensionPointIdentifier = "com.apple.deviceactivityui.report-extension", NSExtensionPrincipalClass = "A",
          NSExtensionMainStoryboard = "Main",
        } },
        without = "NSExtension",
        at = { "/EXAppExtensionAttributes/NSExtensionPrincipalClass", "/EXAppExtensionAttributes/NSExtensionMainStoryboard" },
      },
    },
  },
}
