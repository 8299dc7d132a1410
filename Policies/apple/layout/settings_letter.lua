local values = import "apple.values"
local settings = import "apple.layout.settings_pages"

-- By type of element: the fields that the documentation requires in addition to those that Settings needs.
local required = {
  PSChildPaneSpecifier = { "Title" }, PSToggleSwitchSpecifier = { "Title", "DefaultValue" }, PSTitleValueSpecifier = { "DefaultValue" },
  PSSliderSpecifier = { "DefaultValue" }, PSMultiValueSpecifier = { "Title", "DefaultValue" }, PSRadioGroupSpecifier = { "DefaultValue" },
}

-- The documented values of text fields.
local allowed = {
  KeyboardType = { "Alphabet", "NumbersAndPunctuation", "NumberPad", "URL", "EmailAddress" },
  AutocapitalizationType = { "None", "Sentences", "Words", "AllCharacters" }, AutocorrectionType = { "Default", "No", "Yes" },
}

rule "settings-letter" {
  summary   = "Elements of a settings bundle must have all fields that the documentation requires, and the strings file of a page must "
    .. "exist",
  severity  = "note",
  rationale = "Without a title, a row is empty; without a default value, Settings and the app may disagree about a setting that the user "
    .. "has never changed.",
  source    = "Settings Application Schema Reference",
  tags      = { "S3", "S8" },
  applies   = { kind = "settings" },
  check = function(bundle, report)
    settings.each(bundle, function(page)
      local name = values.text(page.StringsTable)
      if name and #bundles.walk(bundle, "*.lproj/" .. name:gsub("[%[*?]", "?") .. ".strings*") == 0 then
        report:at(page, "StringsTable", "no localization contains %s.strings", name, {
          expected = name .. ".strings in the language folders",
          fix = "add the file, or remove StringsTable if the titles are not translated",
        })
      end
    end)
    settings.elements(bundle, function(element)
      for _, name in ipairs(required[element.Type] or {}) do
        if element[name] == nil then
          report:missing(element, name, "the element of type %s has no %s", element.Type, name, { expected = name, fix = "add " .. name })
        end
      end
      for name, list in pairs(element.Type == "PSTextFieldSpecifier" and allowed or {}) do
        local value = element[name]
        if value ~= nil and not set.contains(list, value) then
          report:at(element, name, "'%s' is not one of the values that Settings knows", tostring(value), {
            expected = "one of " .. table.concat(list, ", "), fix = "write one of these",
          })
        end
      end
    end)
  end,
  examples = {
    pass = {
      { kind = "settings" }, { kind = "settings", info = { PreferenceSpecifiers = "x" } },
      { kind = "settings", info = { StringsTable = "Ro[ot" }, files = { ["en.lproj/Ro[ot.strings"] = "" } },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier" }, { Type = {} } } } },
      { kind = "settings", info = { StringsTable = "Root" }, files = { ["en.lproj/Root.strings"] = "" } },
      { kind = "settings", info = { StringsTable = { "Root" }, PreferenceSpecifiers = { { Type = { "PS" } } } } },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = {
          { Type = "PSChildPaneSpecifier", Title = "A" }, { Type = "PSToggleSwitchSpecifier", Title = "A", DefaultValue = false },
          { Type = "PSTitleValueSpecifier", DefaultValue = 1 },
          { Type = "PSTextFieldSpecifier", KeyboardType = "URL", AutocapitalizationType = "None", AutocorrectionType = "No" },
          { Type = "PSGroupSpecifier", KeyboardType = "x" }, {},
        } },
      },
    },
    fail = {
      { kind = "settings", info = { StringsTable = "Root" }, files = { ["en.lproj/Other.strings"] = "" }, at = "/StringsTable" },
      { kind = "settings", info = { StringsTable = "Ro[ot" }, at = "/StringsTable" },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier" } } }, at = "/PreferenceSpecifiers/0/Title" },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSToggleSwitchSpecifier", Title = "A" } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSToggleSwitchSpecifier", DefaultValue = true } } },
        at = "/PreferenceSpecifiers/0/Title",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTitleValueSpecifier" } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier" } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier", Title = "A" } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier", DefaultValue = "A" } } },
        at = "/PreferenceSpecifiers/0/Title",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier" } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", KeyboardType = "Numbers" } } },
        at = "/PreferenceSpecifiers/0/KeyboardType",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", AutocapitalizationType = true } } },
        at = "/PreferenceSpecifiers/0/AutocapitalizationType",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", AutocorrectionType = "Off" } } },
        at = "/PreferenceSpecifiers/0/AutocorrectionType",
      },
    },
  },
}
