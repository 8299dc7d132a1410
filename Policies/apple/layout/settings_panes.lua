local values = import "apple.values"

-- The elements of settings that store a value.
local stored = {
  PSToggleSwitchSpecifier = true, PSSliderSpecifier = true, PSMultiValueSpecifier = true, PSRadioGroupSpecifier = true, PSTextFieldSpecifier = true,
}

rule "settings-panes" {
  summary   = "Elements of a settings bundle must have a key, and their child panes must exist",
  severity  = "error",
  rationale = "Settings skips an element without a key, and shows an empty page for a pane that does not exist.",
  source    = "Settings Application Schema Reference",
  tags      = { "S3", "S8" },
  applies   = { kind = "settings" },
  check = function(bundle, report)
    for _, entry in ipairs(values.list(bundle.info.PreferenceSpecifiers)) do
      local element = values.dictionary(entry)
      local pane = values.text(element.File)
      if element.Type == "PSChildPaneSpecifier" and pane and not bundles.exists(bundle, pane .. ".plist") then
        report:at(element, "File", "the settings bundle has no pane '%s'", pane, { expected = pane .. ".plist", fix = "add the file, or correct its name" })
      elseif stored[element.Type] and not values.text(element.Key) then
        report:missing(element, "Key", "the element of type %s has no key", element.Type, { expected = "the name of a user default", fix = "add Key" })
      end
    end
  end,
  examples = {
    pass = {
      { kind = "settings" },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = {
          { Type = "PSChildPaneSpecifier", File = "More" }, { Type = "PSToggleSwitchSpecifier", Key = "a" }, { Type = "PSGroupSpecifier" },
        } },
        files = { ["More.plist"] = "{}" },
      },
    },
    fail = {
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "Gone" } } } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSToggleSwitchSpecifier" } } } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", Key = "" } } } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier" } } } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier" } } } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier" } } } },
    },
  },
}
