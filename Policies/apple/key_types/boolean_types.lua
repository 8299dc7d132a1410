local forms = import "apple.key_types.forms"
local usage_keys = import "apple.key_types.usage_keys"

-- Xcode's template for sticker packs writes the string YES.
local strings_of_xcode = { LSApplicationIsStickerProvider = true }

rule "boolean-types" {
  summary   = "An app for devices must state Booleans and numbers as such, not as strings or as numbers instead of Booleans",
  severity  = "warning",
  rationale = "The system reads most of them, and the store rejects some. The Mac reads YES as true everywhere, and half of all apps rely "
    .. "on it.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List", "ITMS-90039" },
  tags      = { "S3", "S2", "ITMS-90039" },
  applies   = { platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      if place.kind == "type" and not strings_of_xcode[place.key] and not usage_keys.has(keys.split(place.under).base) then
        local value, wanted = place.node[place.key], forms.phrase(place.expected)
        if forms.is_tolerated(place.expected, value) then
          report:at(place.node, place.key, "%s is %s; %s is expected", place.key, forms.phrase(plist.type(value)), wanted, {
            expected = wanted, fix = forms.fix(place.key, place.expected, value),
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "0" } }, { platform = "ios", info = { MinimumOSVersion = "0" } },
      {}, { info = { LSApplicationIsStickerProvider = "YES" } }, { info = { LSRequiresIPhoneOS = true } },
      { info = { NSCameraUsageDescription = 1 } },
      -- Reported by key-types.
      { info = { LSRequiresIPhoneOS = "perhaps" } },
    },
    fail = {
      { info = { LSRequiresIPhoneOS = "YES" }, at = "/LSRequiresIPhoneOS" },
      { info = { UIFileSharingEnabled = 1 }, at = "/UIFileSharingEnabled" },
    },
  },
}
