local values = import "apple.values"
local forms = import "apple.key_types.forms"

rule "exact-types" {
  summary   = "Booleans and numbers are written as such, not as texts",
  severity  = "note",
  rationale = "The Mac reads YES for true and 1 for 1, each part of it by rules of its own; other readers take a text for a text.",
  source    = "Information Property List Key Reference",
  tags      = { "S3", "S2" },
  check     = function(bundle, report)
    if values.is_mobile(bundle) then return end
    forms.each(bundle.info, {}, function(node, key, value, form)
      if not forms.accepts(form.type, value) and forms.is_tolerated(form.type, value) then
        report:at(node, key, "%s is %s, read as %s", key, forms.phrase(plist.type(value)), forms.phrase(form.type), {
          expected = forms.phrase(form.type), fix = "write " .. forms.phrase(form.type),
        })
      end
    end)
  end,
  examples  = {
    pass = {
      { info = { LSUIElement = true, QLPreviewWidth = 800 } }, { info = { LSBackgroundOnly = "perhaps", LSMinimumSystemVersion = { 13 } } },
      { platform = "ios", info = { LSRequiresIPhoneOS = "YES" } },
    },
    fail = { { info = { LSUIElement = "1" } }, { info = { LSUIElement = 1 } }, { info = { QLPreviewWidth = "800" } } },
  },
}
