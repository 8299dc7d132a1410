local values = import "apple.values"

local function is_empty(dictionary)
  local is_any = false
  for _ in pairs(dictionary) do is_any = true end
  return not is_any
end

rule "activation-rule" {
  summary   = "The activation rule of an extension must say when the extension is offered",
  severity  = "error",
  rationale = "TRUEPREDICATE offers the extension for everything. It is meant for development; the store rejects it.",
  source    = {
    "App Extension Programming Guide: Declaring Supported Data Types for a Share or Action Extension", "ITMS-90361",
  },
  tags      = { "S3", "ITMS-90361", "ITMS-90362" },
  applies   = { kind = "extension", key = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule", when = values.is_app_extension },
  check = function(bundle, report)
    local attributes = values.dictionary(values.dictionary(bundle.info.NSExtension).NSExtensionAttributes)
    local rule = attributes.NSExtensionActivationRule
    if type(rule) == "string" and rule:gsub("%s", ""):upper() == "TRUEPREDICATE" then
      report:at(attributes, "NSExtensionActivationRule", "TRUEPREDICATE offers the extension for everything", {
        expected = "a dictionary such as NSExtensionActivationSupportsImageWithMaxCount, or a predicate about the items",
        fix = "declare what the extension accepts",
      })
    elseif plist.type(rule) == "dictionary" and is_empty(rule) then
      report:at(attributes, "NSExtensionActivationRule", "the activation rule is empty, so the extension is never offered", {
        expected = "what the extension accepts", fix = "declare what the extension accepts",
      })
    end
  end,
  examples = {
    pass = {
      { kind = "extension" },
      { kind = "extension", info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.share-services", NSExtensionPrincipalClass = "Handler",
        NSExtensionAttributes = { NSExtensionActivationRule = { NSExtensionActivationSupportsText = true } },
      } } },
      {
        kind = "extension",
        info = { NSExtension = { NSExtensionAttributes = {
          NSExtensionActivationRule = "SUBQUERY(extensionItems, $i, TRUEPREDICATE).@count == 1",
        } } },
      },
    },
    fail = {
      {
        kind = "extension", info = { NSExtension = { NSExtensionAttributes = { NSExtensionActivationRule = "TRUEPREDICATE" } } },
        at = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule",
      },
      {
        kind = "extension", info = { NSExtension = { NSExtensionAttributes = { NSExtensionActivationRule = " truepredicate " } } },
        at = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule",
      },
      {
        kind = "extension", info = { NSExtension = { NSExtensionAttributes = { NSExtensionActivationRule = {} } } },
        at = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule",
      },
    },
  },
}
