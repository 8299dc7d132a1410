local values = import "apple.values"
local forms = import "apple.key_types.forms"

rule "exact-types" {
  summary   = "Booleans and numbers must be written as such, not as strings",
  severity  = "note",
  rationale = "Parts of the Mac read the string YES as true and the string 1 as the number, each by its own rules; other readers see only "
    .. "a string.",
  source    = "Information Property List Key Reference",
  tags      = { "S3", "S2" },
  check     = function(bundle, report)
    if values.is_mobile(bundle) then return end
    for _, place in ipairs(keys.departures(bundle.info)) do
      local key, value = place.key, place.node[place.key]
      if place.kind == "type" and forms.is_tolerated(place.expected, value) then
        local wanted = forms.phrase(place.expected)
        report:at(place.node, key, "%s is %s that the platform reads as %s", key, forms.phrase(plist.type(value)), wanted, {
          expected = wanted, fix = forms.fix(key, place.expected, value),
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "0" } }, { platform = "ios", info = { MinimumOSVersion = "0" } },
      { info = { LSUIElement = true, QLPreviewWidth = 800 } }, { info = { LSBackgroundOnly = "perhaps", LSMinimumSystemVersion = { 13 } } },
      { platform = "ios", info = { LSRequiresIPhoneOS = "YES" } },
    },
    fail = {
      { info = { LSUIElement = "1" }, at = "/LSUIElement" }, { info = { LSUIElement = 1 }, at = "/LSUIElement" },
      { info = { QLPreviewWidth = "800" }, at = "/QLPreviewWidth" },
    },
  },
}
