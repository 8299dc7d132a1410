local values = import "apple.values"

-- The keys of an activation rule whose values are Booleans; all others are counts.
local booleans = { NSExtensionActivationSupportsText = true, NSExtensionActivationUsesStrictMatching = true }

-- For the examples.
local function with(rule, key)
  return {
    info = { NSExtension = {
      NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "Handler",
      NSExtensionAttributes = { NSExtensionActivationRule = rule },
    } },
    at = key and "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule/" .. key,
  }
end
local text, images = "NSExtensionActivationSupportsText", "NSExtensionActivationSupportsImageWithMaxCount"

rule "activation-rule-types" {
  summary   = "The values of an activation rule must be Booleans and integers",
  severity  = "error",
  rationale = "The system also takes numbers and strings for Booleans and counts. The store rejects another type of value.",
  source    = { "ITMS-90361", "App Extension Keys: NSExtensionActivationRule" },
  tags      = { "ITMS-90361" },
  applies   = {
    kind = "extension", platform = { "ios", "visionos" }, key = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule",
    when = values.is_app_extension,
  },
  check     = function(bundle, report)
    local rule = values.dictionary(values.dictionary(bundle.info.NSExtension).NSExtensionAttributes).NSExtensionActivationRule
    for key, value in pairs(values.dictionary(rule)) do
      if booleans[key] and type(value) ~= "boolean" then
        report:at(rule, key, "the value of %s is not a Boolean", key, {
          expected = "true or false", fix = "write a Boolean",
          -- As a number, these have the meaning of a Boolean.
          severity = (value == 0 or value == 1) and "warning" or nil,
        })
      elseif key:find("WithM%l%lCount$") and math.type(value) ~= "integer" then
        report:at(rule, key, "the value of %s is not an integer", key, {
          expected = "how many items the extension accepts", fix = "write an integer", severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      with { [text] = true, [images] = 3 }, with("TRUEPREDICATE"), with { NSExtensionActivationDictionaryVersion = "2" },
      { info = { NSExtension = { NSExtensionAttributes = { NSExtensionActivationRule = 1 } } } },
      {
        kind = "application", bundles = { ["PlugIns/Work.xpc"] = with { [text] = 3 } },
      },
    },
    fail = {
      with({ [text] = 3 }, text), with({ [text] = "YES" }, text), with({ [text] = 1 }, text), with({ [text] = 0 }, text),
      with({ [text] = true, NSExtensionActivationUsesStrictMatching = 2 }, "NSExtensionActivationUsesStrictMatching"),
      with({ [images] = "2" }, images), with({ [images] = true }, images),
      with({ NSExtensionActivationSupportsAttachmentsWithMinCount = 1.5 }, "NSExtensionActivationSupportsAttachmentsWithMinCount"),
      {
        kind = "application", platform = "visionos",
        bundles = { ["PlugIns/Share.appex"] = {
          info = { NSExtension = { NSExtensionAttributes = { NSExtensionActivationRule = { [text] = "YES" } } } },
        } },
        at = "PlugIns/Share.appex:/NSExtension/NSExtensionAttributes/NSExtensionActivationRule/" .. text,
      },
    },
  },
}
