local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- The types of audio components, by their codes: audio units, codecs and readers of files.
local types = {
  aufx = true, aumu = true, aumf = true, augn = true, auou = true, aumx = true, aufc = true, aupn = true, aumi = true, auol = true,
  aurx = true, aurg = true, auri = true, auro = true, auad = true, aump = true, aumd = true,
  acdc = true, adec = true, aenc = true, afil = true,
}

-- For the examples.
local sound = { type = "aumu", subtype = "Synt", manufacturer = "Exam", name = "Example: Synth", version = 1, factoryFunction = "Make" }
local function unit(fields)
  local result = {}
  for key, value in pairs(sound) do result[key] = value end
  for key, value in pairs(fields) do result[key] = value end
  return result
end
local function component(fields, at, without)
  local one = unit(fields)
  if without then one[without] = nil end
  return {
    kind = "plugin", info = { AudioComponents = { one } }, at = at and "/AudioComponents/0/" .. at,
    message = without and "has no " .. without,
  }
end
local function extension(fields, at)
  local one = unit(fields)
  one.factoryFunction = nil
  return {
    kind = "extension", info = { NSExtension = { NSExtensionAttributes = { AudioComponents = { one } } } },
    at = at and "/NSExtension/NSExtensionAttributes/AudioComponents/0/" .. at,
  }
end

rule "audio-components" {
  summary   = "Each audio component must have a type that hosts know, two codes of four characters, a name and its function",
  severity  = "error",
  rationale = "The system identifies an audio unit by its type, subtype and manufacturer, each of exactly four characters. It skips an "
    .. "entry "
    .. "that lacks one: hosts never see the unit.",
  source    = {
    "Technical Note TN2276: Audio Component plug-in loading changes", "AudioComponent.h", "Audio Unit Programming Guide",
  },
  applies   = {
    kind = { "plugin", "extension" }, key = { "AudioComponents", "/NSExtension/NSExtensionAttributes/AudioComponents" },
  },
  check     = function(bundle, report)
    local is_plug_in = bundle.kind == "plugin"
    for _, entry in ipairs(plist.find(bundle.info, is_plug_in and "/AudioComponents/*"
      or "/NSExtension/NSExtensionAttributes/AudioComponents/*")) do
      local unit_of = entry.value
      local function say(key, message, expected)
        if unit_of[key] == nil then
          report:missing(unit_of, key, "the audio component has no " .. key .. ": hosts never see it",
            { expected = expected, fix = "add it" })
        else
          report:at(unit_of, key, message .. ": hosts never see the component", tostring(unit_of[key]), {
            expected = expected, fix = "correct the entry",
          })
        end
      end
      for _, key in ipairs(plist.type(unit_of) == "dictionary" and { "type", "subtype", "manufacturer" } or {}) do
        local code = unit_of[key]
        local is_open = type(code) == "string" and values.has_variable(code)
        if not is_open and (type(code) ~= "string" or #code ~= 4) then
          say(key, "'%s' is not a code of four characters", "four characters, such as " .. sound[key])
        elseif not is_open and key == "type" and not types[code] then
          say(key, "'%s' is not a type of audio components", "aufx, aumu, aumf, aumi, augn, …")
        end
      end
      if plist.type(unit_of) == "dictionary" then
        local name = unit_of.name
        if name == nil or type(name) == "string" and values.is_blank(name) then
          say("name", "'%s' is not a name", "the manufacturer, a colon and the name")
        end
        -- In an app extension, its principal class takes the function's place.
        if is_plug_in and unit_of.factoryFunction == nil then say("factoryFunction", nil, "the name of an exported function") end
      end
    end
  end,
  examples  = {
    pass = {
      component { type = "adec" }, component { type = "aenc" }, component { type = "acdc" }, component { type = "afil" },
      elsewhere(component { type = "x" }, { kind = "application", name = "A.app" }),
      elsewhere(extension { subtype = "abc" }, { kind = "application" }),
      { kind = "plugin", info = { AudioComponents = "x" } }, extension { name = { "x" }, version = { 1 } },
      { kind = "plugin" }, component {}, component { subtype = "$(SUBTYPE)", manufacturer = "a b " }, extension {},
      component { type = "aufx" },
      component { name = "Synth" }, { kind = "plugin", info = { AudioComponents = { "x" } } },
      { kind = "framework", info = { AudioComponents = { {} } } },
    },
    fail = {
      component({ subtype = "" }, "subtype"), component({ subtype = "Synth" }, "subtype"), component({ manufacturer = 1 }, "manufacturer"),
      component({}, "manufacturer", "manufacturer"), component({ type = "AUMU" }, "type"), component({}, "type", "type"),
      component({ name = " " }, "name"), component({}, "name", "name"), component({}, "factoryFunction", "factoryFunction"),
      extension({ subtype = "abc" }, "subtype"), extension({ name = "" }, "name"),
    },
  },
}
