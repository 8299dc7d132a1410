local values = import "apple.values"

-- For the examples.
local function with(extension, key)
  extension.NSExtensionPointIdentifier, extension.NSExtensionPrincipalClass = "com.apple.share-services", "Handler"
  return { info = { NSExtension = extension }, at = key and "/NSExtension/" .. key }
end

rule "extension-point-keys" {
  summary   = "An extension must name its extension point only by its identifier",
  severity  = "error",
  rationale = "The first templates for extensions had a name and a version of the extension point as well. The store rejects these keys.",
  source    = "ITMS-90363",
  tags      = { "ITMS-90363" },
  applies   = {
    kind = "extension", platform = { "ios", "tvos", "watchos", "visionos" }, key = "NSExtension", when = values.is_app_extension,
  },
  check     = function(bundle, report)
    local extension = values.dictionary(bundle.info.NSExtension)
    for _, node in ipairs { extension, values.dictionary(extension.NSExtensionAttributes) } do
      for _, key in ipairs { "NSExtensionPointName", "NSExtensionPointVersion" } do
        if node[key] ~= nil then
          report:at(node, key, "the key %s is not allowed", key, {
            expected = "only NSExtensionPointIdentifier", fix = { text = "remove it", remove = { key } },
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, with {}, with { NSExtensionAttributes = { NSExtensionActivationRule = "TRUEPREDICATE" } }, { info = { NSExtension = "share" } },
      with { NSExtensionAttributes = "none" },
    },
    fail = {
      with({ NSExtensionPointName = "com.apple.share-services" }, "NSExtensionPointName"),
      with({ NSExtensionPointVersion = "1.0" }, "NSExtensionPointVersion"),
      with({ NSExtensionAttributes = { NSExtensionPointName = "com.apple.share-services" } }, "NSExtensionAttributes/NSExtensionPointName"),
      with({ NSExtensionAttributes = { NSExtensionPointVersion = 1 } }, "NSExtensionAttributes/NSExtensionPointVersion"),
      {
        kind = "application", platform = "watchos",
        bundles = { ["PlugIns/Widget.appex"] = { info = { NSExtension = { NSExtensionPointVersion = "1.0" } } } },
        at = "PlugIns/Widget.appex:/NSExtension/NSExtensionPointVersion",
      },
    },
  },
}
