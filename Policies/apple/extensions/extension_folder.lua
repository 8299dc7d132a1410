local values = import "apple.values"

rule "extension-folder" {
  summary   = "Extensions of ExtensionKit must be in the folder Extensions, all other app extensions in PlugIns",
  severity  = "error",
  rationale = "The system looks for each kind in its own folder only, and the store rejects an extension in the other.",
  source    = { "ITMS-91179", "ExtensionFoundation: Building an app extension" },
  tags      = { "S3", "ITMS-91179" },
  applies   = {
    kind = "extension", nested = true, key = { "NSExtension", "EXAppExtensionAttributes" }, when = values.is_app_extension,
  },
  check     = function(bundle, report)
    local folder = bundle.path:match("([^/]*)/[^/]*$")
    local is_new = plist.type(bundle.info.EXAppExtensionAttributes) == "dictionary"
    if is_new and folder == "PlugIns" then
      report:at(bundle.info, "EXAppExtensionAttributes", "%s is an extension of ExtensionKit, but is in PlugIns", bundle.name, {
        expected = "the folder Extensions",
        fix = "embed it in Extensions: set the destination of the copy phase to ExtensionKit Extensions",
      })
    elseif not is_new and folder == "Extensions" and plist.type(bundle.info.NSExtension) == "dictionary" then
      report:at(bundle.info, "NSExtension", "%s declares NSExtension, but is in the folder for ExtensionKit", bundle.name, {
        expected = "the folder PlugIns, or EXAppExtensionAttributes", fix = "embed it in PlugIns, or use the newer template",
      })
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", kind = "application", bundles = { ["PlugIns/Share.appex"] = {}, ["Extensions/Other.appex"] = {
        info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }, without = "NSExtension",
      } } },
      { kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = { info = { NSExtension = {} } },
        ["Contents/PlugIns/Share.appex"] = {} } },
    },
    fail = {
      {
        platform = "ios", kind = "application",
        bundles = { ["PlugIns/Intent.appex"] = {
          info = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }, without = "NSExtension",
        } },
        at = "PlugIns/Intent.appex:/EXAppExtensionAttributes",
      },
      { platform = "ios", kind = "application", bundles = { ["Extensions/Share.appex"] = {} }, at = "Extensions/Share.appex:/NSExtension" },
      { kind = "application", bundles = { ["Contents/Extensions/Share.appex"] = {} }, at = "Contents/Extensions/Share.appex:/NSExtension" },
    },
  },
}
