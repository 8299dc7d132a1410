local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local list_key, order_key = "tsInputModeListKey", "tsVisibleInputModeOrderedArrayKey"
local icons = { "tsInputModeMenuIconFileKey", "tsInputModeAlternateMenuIconFileKey", "tsInputModePaletteIconFileKey" }

local function has_file(bundle, name)
  for _, extension in ipairs { "tiff", "pdf", "png", "icns" } do
    if bundles.resource(bundle, name, extension) then return true end
  end
  return bundles.resource(bundle, name) ~= nil
end

-- For the examples.
local identifier = "com.example.inputmethod.Kit"
local function method(modes, at, files)
  return {
    info = { CFBundleIdentifier = identifier, InputMethodConnectionName = "x", ComponentInputModeDict = modes }, files = files,
    at = at and "/ComponentInputModeDict" .. at,
  }
end
local function mode(fields)
  return { [list_key] = { a = fields }, [order_key] = { "a" } }
end

rule "input-modes" {
  summary   = "An input method must list its input modes",
  severity  = "error",
  rationale = "System Settings offers the modes in tsInputModeListKey, in the order of tsVisibleInputModeOrderedArrayKey. An input method "
    .. "without modes cannot be added, and a mode that only the order names is not offered. One without any ComponentInputModeDict is a "
    .. "warning: old systems offered it as a single mode.",
  source    = { "InputMethodKit: Input method modes", "Text Input Source Services: TextInputSources.h" },
  applies   = {
    kind = "application", platform = "macos",
    key = { "InputMethodConnectionName", "InputMethodServerControllerClass", "ComponentInputModeDict" },
  },
  check     = function(bundle, report)
    local info = bundle.info
    local dictionary = info.ComponentInputModeDict
    if dictionary == nil then
      return report:missing(info, "ComponentInputModeDict", "the input method has no input modes: System Settings does not offer it", {
        expected = "ComponentInputModeDict with tsInputModeListKey", fix = "list the modes", severity = "warning",
      })
    end
    -- A value of another type is reported by key-types.
    if plist.type(dictionary) ~= "dictionary" then return end
    local own = values.dictionary(dictionary)
    local list = values.dictionary(own[list_key])
    if own[list_key] == nil or #list == 0 then
      return report:missing(dictionary, list_key, "the input method has no input modes: System Settings does not offer it", {
        expected = "a dictionary of modes", fix = "list the modes",
      })
    end
    for index, name in ipairs(values.list(own[order_key])) do
      if type(name) == "string" and list[name] == nil then
        report:at(own[order_key], index, "tsInputModeListKey has no mode '%s'", name, {
          expected = "a mode of tsInputModeListKey", fix = "add the mode, or correct the name",
        })
      end
    end
    for name in pairs(list) do
      local fields = values.dictionary(list[name])
      local prefix = values.text(info.CFBundleIdentifier)
      local source = values.text(fields.TISInputSourceID)
      if source and prefix and source:sub(1, #prefix) ~= prefix then
        report:at(fields, "TISInputSourceID", "'%s' does not start with the bundle identifier", source, {
          expected = "an identifier that starts with " .. prefix, fix = "prefix it with the bundle identifier", severity = "warning",
        })
      end
      for _, key in ipairs(icons) do
        local icon = values.text(fields[key])
        if icon and not has_file(bundle, icon) then
          report:at(fields, key, "the resources contain no image '%s': the menu shows an empty place", icon, {
            expected = "Contents/Resources/" .. icon, fix = "add the image, or correct the name", severity = "warning",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(method {}, { platform = "catalyst" }),
      {}, method(mode { TISInputSourceID = identifier .. ".a", tsInputModeMenuIconFileKey = "a.tiff" }, nil, {
        ["Contents/Resources/a.tiff"] = "x",
      }),
      method({ [list_key] = {
        a = { tsInputModeMenuIconFileKey = "b", tsInputModePaletteIconFileKey = "c" },
        d = { tsInputModeMenuIconFileKey = "d", tsInputModePaletteIconFileKey = "e" },
      }, [order_key] = { 1 } }, nil, {
        ["Contents/Resources/b.pdf"] = "x", ["Contents/Resources/c.png"] = "x", ["Contents/Resources/d.tiff"] = "x",
        ["Contents/Resources/e.icns"] = "x",
      }),
      { bundles = { ["Contents/PlugIns/A.bundle"] = { info = { InputMethodConnectionName = "x" } } } },
    },
    fail = {
      { info = { ComponentInputModeDict = {} }, at = "/ComponentInputModeDict/" .. list_key },
      { info = { InputMethodConnectionName = "x" }, at = "/ComponentInputModeDict" },
      { info = { InputMethodServerControllerClass = "x" }, at = "/ComponentInputModeDict" },
      method({}, "/" .. list_key), method({ [order_key] = { "a" } }, "/" .. list_key), method({ [list_key] = {} }, "/" .. list_key),
      method({ [list_key] = { a = {} }, [order_key] = { "a", "b" } }, "/" .. order_key .. "/1"),
      method(mode { TISInputSourceID = "com.example.a" }, "/" .. list_key .. "/a/TISInputSourceID"),
      method(mode { tsInputModeMenuIconFileKey = "a.tiff" }, "/" .. list_key .. "/a/tsInputModeMenuIconFileKey"),
      method(mode { tsInputModePaletteIconFileKey = "a.tiff" }, "/" .. list_key .. "/a/tsInputModePaletteIconFileKey"),
      method(mode { tsInputModeAlternateMenuIconFileKey = "a.tiff" }, "/" .. list_key .. "/a/tsInputModeAlternateMenuIconFileKey"),
    },
  },
}
