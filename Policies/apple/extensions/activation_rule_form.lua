local values = import "apple.values"

-- The documented keys of a rule, and whether the value is a number.
local known = {
  NSExtensionActivationDictionaryVersion = true, NSExtensionActivationSupportsAttachmentsWithMaxCount = true,
  NSExtensionActivationSupportsAttachmentsWithMinCount = true, NSExtensionActivationSupportsFileWithMaxCount = true,
  NSExtensionActivationSupportsImageWithMaxCount = true, NSExtensionActivationSupportsMovieWithMaxCount = true,
  NSExtensionActivationSupportsWebPageWithMaxCount = true, NSExtensionActivationSupportsWebURLWithMaxCount = true,
  NSExtensionActivationSupportsText = false, NSExtensionActivationUsesStrictMatching = false,
  -- In Xcode's template for the setup of a ReplayKit broadcast.
  NSExtensionActivationSupportsReplayKitStreaming = false,
}

local function is_balanced(text)
  local bare = text:gsub('"[^"]*"', " "):gsub("'[^']*'", " ")
  local depth = 0
  for sign in bare:gmatch("[()]") do
    depth = depth + (sign == "(" and 1 or -1)
    if depth < 0 then return false end
  end
  return depth == 0
end

local function judge_dictionary(rule, report)
  for key, value in pairs(rule) do
    local is_number = known[key]
    if is_number == nil then
      report:at(rule, key, "an activation rule has no key '%s'", key, {
        expected = "a documented key such as NSExtensionActivationSupportsText", fix = "correct its name, or remove it",
        severity = "warning",
      })
    elseif is_number and math.type(value) ~= "integer" and type(value) ~= "boolean"
      and not (type(value) == "string" and math.tointeger(tonumber(value))) then
      report:at(rule, key, "the value of %s is not a number", key, {
        expected = "how many items the extension accepts", fix = "write an integer",
      })
    end
  end
end

-- For the examples.
local point, class = "com.apple.share-services", "Handler"
local function with(rule)
  return { info = { NSExtension = {
    NSExtensionPointIdentifier = point, NSExtensionPrincipalClass = class, NSExtensionAttributes = { NSExtensionActivationRule = rule },
  } } }
end
-- An example whose finding is at the rule, or at a key of it.
local function wrong(rule, key)
  local example = with(rule)
  example.at = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule" .. (key and "/" .. key or "")
  return example
end
local images = "NSExtensionActivationSupportsImageWithMaxCount"

rule "activation-rule-form" {
  summary   = "The activation rule of a share or action extension must be a dictionary of documented keys or a predicate",
  severity  = "error",
  rationale = "With a rule that the system cannot read, the extension never appears.",
  source    = "App Extension Programming Guide: Declaring Supported Data Types for a Share or Action Extension",
  tags      = { "S3" },
  applies   = { kind = "extension", key = "/NSExtension/NSExtensionAttributes/NSExtensionActivationRule", when = values.is_app_extension },
  check     = function(bundle, report)
    local attributes = values.dictionary(values.dictionary(bundle.info.NSExtension).NSExtensionAttributes)
    local rule = attributes.NSExtensionActivationRule
    if plist.type(rule) == "dictionary" then
      judge_dictionary(rule, report)
    elseif rule ~= nil and type(rule) ~= "string" then
      report:at(attributes, "NSExtensionActivationRule", "the activation rule is neither a dictionary nor a predicate", {
        expected = "a dictionary or a string", fix = "declare what the extension accepts",
      })
    elseif rule and not values.has_variable(rule) and (values.is_blank(rule) or not is_balanced(rule)) then
      report:at(attributes, "NSExtensionActivationRule", "the activation rule is not a predicate", {
        expected = "a predicate with balanced parentheses", fix = "correct the predicate",
      })
    end
  end,
  examples  = {
    pass = {
      with { NSExtensionActivationSupportsReplayKitStreaming = true },
      with { NSExtensionActivationSupportsText = true, NSExtensionActivationSupportsImageWithMaxCount = 2 }, with "TRUEPREDICATE",
      with { NSExtensionActivationSupportsFileWithMaxCount = "3", NSExtensionActivationSupportsMovieWithMaxCount = true },
      with 'SUBQUERY(extensionItems, $i, $i.name == ":(" OR $i.name == \'((\').@count == 1', with "$(RULE",
      { info = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension" } } },
      { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.keyboard-service", NSExtensionPrincipalClass = "Board",
        NSExtensionAttributes = { IsASCIICapable = true },
      } } },
      {
        kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = {}, ["Contents/PlugIns/Share.appex"] = with "TRUEPREDICATE" },
      },
    },
    fail = {
      wrong(true), wrong({ NSExtensionActivationSupportsImages = 5 }, "NSExtensionActivationSupportsImages"),
      wrong({ [images] = "five" }, images), wrong({ [images] = 1.5 }, images), wrong({ [images] = "1.5" }, images),
      wrong "SUBQUERY(extensionItems", wrong ")(", wrong "", wrong "count == 1)",
    },
  },
}
