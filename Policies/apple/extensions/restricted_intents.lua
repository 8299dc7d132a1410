local values = import "apple.values"

-- Where an extension or an app lists its intents, and which of them it refuses while the device is locked.
local lists = {
  { holder = "/NSExtension/NSExtensionAttributes", supported = "IntentsSupported", restricted = {
    "IntentsRestrictedWhileLocked", "IntentsRestrictedWhileProtectedDataUnavailable",
  } },
  { holder = "", supported = "INIntentsSupported", restricted = {
    "INIntentsRestrictedWhileLocked", "INIntentsRestrictedWhileProtectedDataUnavailable",
  } },
}

-- For the examples.
local point, class = "com.apple.intents-service", "Handler"
local function extension(supported, locked, at, other)
  return {
    platform = "ios", kind = "extension", at = at and "/NSExtension/NSExtensionAttributes/" .. at,
    info = { NSExtension = {
      NSExtensionPointIdentifier = point, NSExtensionPrincipalClass = class,
      NSExtensionAttributes = {
        IntentsSupported = supported, IntentsRestrictedWhileLocked = locked, IntentsRestrictedWhileProtectedDataUnavailable = other,
      },
    } },
  }
end

rule "restricted-intents-supported" {
  summary   = "Intents that are restricted while the device is locked must be among the supported intents",
  severity  = "error",
  rationale = "SiriKit refuses an extension that restricts an intent which it does not support, with the error "
    .. "restrictedIntentsNotSupportedByExtension. If the name of a supported intent is misspelled, anybody can use that intent on a "
    .. "locked device.",
  source    = {
    "https://developer.apple.com/documentation/intents/ininterror/code/restrictedintentsnotsupportedbyextension",
    "https://developer.apple.com/documentation/bundleresources/information-property-list/inintentsrestrictedwhilelocked",
  },
  tags      = { "security" },
  applies   = {
    kind = { "application", "extension" },
    key = {
      "/NSExtension/NSExtensionAttributes/IntentsRestrictedWhileLocked", "INIntentsRestrictedWhileLocked",
      "/NSExtension/NSExtensionAttributes/IntentsRestrictedWhileProtectedDataUnavailable",
      "INIntentsRestrictedWhileProtectedDataUnavailable",
    },
  },
  check     = function(bundle, report)
    for _, list in ipairs(lists) do
      local supported = {}
      for _, entry in ipairs(plist.find(bundle.info, list.holder .. "/" .. list.supported .. "/*")) do supported[entry.value] = true end
      for _, key in ipairs(list.restricted) do
        for _, entry in ipairs(plist.find(bundle.info, list.holder .. "/" .. key .. "/*")) do
          local name = values.text(entry.value)
          if name and not supported[name] then
            report:at(entry.node, entry.key, "'%s' is restricted, but not among the supported intents", name, {
              expected = "an intent in " .. list.supported, fix = "correct the name, or remove it",
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios" }, extension({ "INSendMessageIntent" }, { "INSendMessageIntent" }),
      extension({ "INSendMessageIntent" }, { ["$array"] = true }), extension({ "A" }, { "$(INTENT)", 1 }), extension({ "A" }, "B"),
      { platform = "ios", info = { INIntentsSupported = { "A" }, INIntentsRestrictedWhileLocked = { "A" } } },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { INIntentsRestrictedWhileLocked = { "A" } } } } },
    },
    fail = {
      extension({ "INSendMessageIntent" }, { "INSendMessageIntent", "INSearchForMessagesIntent" }, "IntentsRestrictedWhileLocked/1"),
      extension({ "INSendMessageIntent" }, { "INSendMesageIntent" }, "IntentsRestrictedWhileLocked/0"),
      extension({ "A" }, nil, "IntentsRestrictedWhileProtectedDataUnavailable/0", { "B" }),
      extension(nil, { "A" }, "IntentsRestrictedWhileLocked/0"),
      { platform = "ios", info = { INIntentsRestrictedWhileLocked = { "A" } }, at = "/INIntentsRestrictedWhileLocked/0" },
      {
        platform = "ios", info = { INIntentsSupported = { "A" }, INIntentsRestrictedWhileProtectedDataUnavailable = { "B" } },
        at = "/INIntentsRestrictedWhileProtectedDataUnavailable/0",
      },
    },
  },
}
