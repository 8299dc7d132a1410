local values = import "apple.values"
local forms = import "apple.key_types.forms"
local settings = import "apple.layout.settings_pages"

-- By type of element: the fields without which Settings cannot show it or store its value, and the types of fields.
local elements = {
  PSGroupSpecifier = {}, PSChildPaneSpecifier = { needs = { "File" } },
  PSToggleSwitchSpecifier = { needs = { "Key" } },
  PSTitleValueSpecifier = { needs = { "Key" }, types = { Titles = "array", Values = "array" } },
  PSTextFieldSpecifier = { needs = { "Key" }, types = { DefaultValue = "string", IsSecure = "boolean" } },
  PSSliderSpecifier = {
    needs = { "Key", "MinimumValue", "MaximumValue" }, types = { DefaultValue = "real", MinimumValue = "real", MaximumValue = "real" },
  },
  PSMultiValueSpecifier = { needs = { "Key", "Titles", "Values" }, types = { Titles = "array", Values = "array" } },
  PSRadioGroupSpecifier = { needs = { "Key", "Titles", "Values" }, types = { Titles = "array", Values = "array" } },
}

-- The fields of every element.
local usual = { Type = "string", Title = "string", Key = "string", File = "string" }

local function names()
  local result = {}
  for name in pairs(elements) do result[#result + 1] = name end
  return table.concat(result, ", ")
end

local function judge_types(element, types, report)
  for name, type in pairs(types) do
    local value = element[name]
    if value ~= nil and not forms.accepts(type, value) and not forms.is_tolerated(type, value) then
      report:at(element, name, "%s is %s; %s is expected", name, forms.phrase(plist.type(value)) or plist.type(value), forms.phrase(type), {
        expected = forms.phrase(type), fix = "change it to " .. forms.phrase(type),
      })
    end
  end
end

-- Whether a field is missing, or a string without text. Fields of wrong types are reported as such.
local function is_missing(value) return value == nil or type(value) == "string" and values.is_blank(value) end

rule "settings-panes" {
  summary   = "Elements of a settings bundle must have the fields that Settings needs, and their child panes must exist",
  severity  = "error",
  rationale = "Settings skips an element that it does not understand or cannot store, and shows an empty page for a pane that does not "
    .. "exist. Only the pages that can be reached from Root.plist are checked.",
  source    = "Settings Application Schema Reference",
  tags      = { "S3", "S8" },
  applies   = { kind = "settings" },
  check = function(bundle, report)
    settings.each(bundle, function(page)
      if page.PreferenceSpecifiers == nil then
        report:missing(page, "PreferenceSpecifiers", "the page has no elements", {
          expected = "PreferenceSpecifiers", fix = "add PreferenceSpecifiers",
        })
      else
        judge_types(page, { PreferenceSpecifiers = "array", StringsTable = "string" }, report)
      end
      for index, entry in ipairs(values.list(page.PreferenceSpecifiers)) do
        if plist.type(entry) ~= "dictionary" then
          report:at(page.PreferenceSpecifiers, index, "the element is %s; a dictionary is expected",
            forms.phrase(plist.type(entry)) or plist.type(entry), {
            expected = "a dictionary", fix = "describe the element in a dictionary",
          })
        end
      end
    end)
    settings.elements(bundle, function(element)
      local kind = element.Type
      judge_types(element, usual, report)
      if is_missing(kind) then
        return report:missing(element, "Type", "the element has no type", { expected = "one of " .. names(), fix = "add Type" })
      end
      local form = elements[kind]
      if not form then
        -- Libraries that show settings inside the app have elements of their own.
        if values.text(kind) and kind:find("^PS") then
          report:at(element, "Type", "Settings has no element of type %s", kind, {
            expected = "one of " .. names(), fix = "correct the type", severity = "warning",
          })
        end
        return
      end
      for _, name in ipairs(form.needs or {}) do
        if is_missing(element[name]) then
          report:missing(element, name, name == "Key" and "the element of type %s has no key" or "the element of type %s has no " .. name,
            kind, {
            expected = name == "Key" and "the name of a user default" or name, fix = "add " .. name,
          })
        end
      end
      judge_types(element, form.types or {}, report)
      local pane = kind == "PSChildPaneSpecifier" and values.text(element.File)
      if pane and #settings.files(bundle, pane) == 0 then
        report:at(element, "File", "the settings bundle has no pane '%s'", pane, {
          expected = pane .. ".plist", fix = "add the file, or correct its name",
        })
      end
      local titles, stored = element.Titles, element.Values
      if plist.type(titles) == "array" and plist.type(stored) == "array" and #titles ~= #stored then
        report:at(element, "Titles", "the element has %d titles for %d values", #titles, #stored, {
          expected = "as many titles as values", fix = "add what is missing: titles and values belong together by position",
        })
      end
      local low, high = element.MinimumValue, element.MaximumValue
      if forms.accepts("real", low) and forms.accepts("real", high) and low >= high then
        report:at(element, "MaximumValue", "the maximum of the slider is not above its minimum", {
          expected = "a number above " .. low, fix = "correct MinimumValue or MaximumValue",
        })
      end
    end)
  end,
  examples = {
    pass = {
      { kind = "settings" }, { kind = "settings", info = { PreferenceSpecifiers = { ["$array"] = true } } },
      {
        kind = "settings",
        info = { StringsTable = "Root", PreferenceSpecifiers = {
          { Type = "PSChildPaneSpecifier", File = "More" }, { Type = "PSToggleSwitchSpecifier", Key = "a" }, { Type = "PSGroupSpecifier" },
          { Type = "PSSliderSpecifier", Key = "a", MinimumValue = 0, MaximumValue = 0.5, DefaultValue = 0 },
          { Type = "PSTextFieldSpecifier", Key = "a", IsSecure = "YES" },
          { Type = "PSMultiValueSpecifier", Key = "a", Titles = { "A" }, Values = { 1 } },
          { Type = "PSTitleValueSpecifier", Key = "a", Titles = { "A" } },
          { Type = "PSRadioGroupSpecifier", Key = "a", Titles = { "A" }, Values = { 1 } }, { Type = "IASKButtonSpecifier" },
          { Type = "IASKPSTitleSpecifier" }, { Type = "PSChildPaneSpecifier", File = "Pad" },
        } },
        -- A page may link back to another; a page for one device is enough.
        files = {
          ["More.plist"] = '{ PreferenceSpecifiers = ({ Type = PSChildPaneSpecifier; File = More; }); }',
          ["Pad~ipad.plist"] = "{ PreferenceSpecifiers = (); }", ["Other.plist"] = "{}",
        },
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "Bad" } } },
        files = { ["Bad.plist"] = "<plist>" },
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "Bad" } } },
        files = { ["Bad.plist"] = "( a )" },
      },
    },
    fail = {
      {
        kind = "settings", files = { ["Info.plist"] = "{ CFBundleIdentifier = a; }" }, info = { PreferenceSpecifiers = "none" },
        at = "Root.plist:/PreferenceSpecifiers",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "Gone" } } },
        at = "/PreferenceSpecifiers/0/File",
      },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier" } } }, at = "/PreferenceSpecifiers/0/File" },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSToggleSwitchSpecifier" } } }, at = "/PreferenceSpecifiers/0/Key" },
      { kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTitleValueSpecifier" } } }, at = "/PreferenceSpecifiers/0/Key" },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", Key = "" } } },
        at = "/PreferenceSpecifiers/0/Key",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier", MinimumValue = 0, MaximumValue = 1 } } },
        at = "/PreferenceSpecifiers/0/Key",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier", Key = "a", MaximumValue = 1 } } },
        at = "/PreferenceSpecifiers/0/MinimumValue",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier", Key = "a", MinimumValue = 1 } } },
        at = "/PreferenceSpecifiers/0/MaximumValue",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier", Key = "a", MinimumValue = 1, MaximumValue = 1 } } },
        at = "/PreferenceSpecifiers/0/MaximumValue",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { {
          Type = "PSSliderSpecifier", Key = "a", MinimumValue = 0, MaximumValue = 1, DefaultValue = "half",
        } } },
        at = "/PreferenceSpecifiers/0/DefaultValue",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSSliderSpecifier", Key = "a", MinimumValue = "low", MaximumValue = { 1 } } } },
        at = { "/PreferenceSpecifiers/0/MaximumValue", "/PreferenceSpecifiers/0/MinimumValue" },
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier", Titles = { "A" }, Values = { 1 } } } },
        at = "/PreferenceSpecifiers/0/Key",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier", Key = "a", Titles = { "A" } } } },
        at = "/PreferenceSpecifiers/0/Values",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSMultiValueSpecifier", Key = "a", Titles = { "A" }, Values = "x" } } },
        at = "/PreferenceSpecifiers/0/Values",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier", Titles = { "A" }, Values = { 1 } } } },
        at = "/PreferenceSpecifiers/0/Key",
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier", Key = "a", Values = { 1 } } } },
        at = "/PreferenceSpecifiers/0/Titles",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSRadioGroupSpecifier", Key = "a", Titles = { "A", "B" }, Values = { 1 } } } },
        at = "/PreferenceSpecifiers/0/Titles",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSTitleValueSpecifier", Key = "a", Titles = { "A" }, Values = "x" } } },
        at = "/PreferenceSpecifiers/0/Values",
      },
      {
        kind = "settings",
        info = { PreferenceSpecifiers = { { Type = "PSTextFieldSpecifier", Key = "a", DefaultValue = 1, IsSecure = "maybe" } } },
        at = { "/PreferenceSpecifiers/0/DefaultValue", "/PreferenceSpecifiers/0/IsSecure" },
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSTextFeildSpecifier", Key = "a" } } },
        at = "/PreferenceSpecifiers/0/Type",
      },
      { kind = "settings", info = { PreferenceSpecifiers = { { Key = "a" } } }, at = "/PreferenceSpecifiers/0/Type" },
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = 1, Title = 2, Key = true, File = { "a" } } } },
        at = {
          "/PreferenceSpecifiers/0/File", "/PreferenceSpecifiers/0/Key", "/PreferenceSpecifiers/0/Title", "/PreferenceSpecifiers/0/Type",
        },
      },
      {
        kind = "settings", info = { PreferenceSpecifiers = { "a", { ["$date"] = "2026-01-31T00:00:00Z" } } },
        at = { "/PreferenceSpecifiers/0", "/PreferenceSpecifiers/1" },
      },
      { kind = "settings", info = { PreferenceSpecifiers = "none" }, at = "/PreferenceSpecifiers" },
      { kind = "settings", info = { StringsTable = 1 }, at = "/StringsTable" },
      { kind = "settings", without = "PreferenceSpecifiers", at = "/PreferenceSpecifiers" },
      -- A page that names itself.
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "Root" }, { Key = "a" } } },
        at = "/PreferenceSpecifiers/1/Type", count = 1,
      },
      -- The finding is in the child pane.
      {
        kind = "settings", info = { PreferenceSpecifiers = { { Type = "PSChildPaneSpecifier", File = "More" } } },
        files = { ["More.plist"] = "{ PreferenceSpecifiers = ({ Type = PSToggleSwitchSpecifier; }); }" },
        at = "More.plist:/PreferenceSpecifiers/0/Key",
      },
      {
        kind = "settings", files = { ["Root~ipad.plist"] = "{ PreferenceSpecifiers = ({ Type = PSToggleSwitchSpecifier; }); }" },
        at = "Root~ipad.plist:/PreferenceSpecifiers/0/Key",
      },
    },
  },
}
