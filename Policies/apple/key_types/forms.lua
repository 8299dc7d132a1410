-- The types of the registry of keys.
local forms = {}

-- The results of plist.type that each type of the registry accepts.
local accepted = {
  string = { string = true }, boolean = { boolean = true }, integer = { integer = true },
  real = { integer = true, real = true }, number = { integer = true, real = true }, date = { date = true }, data = { data = true },
  array = { array = true }, dictionary = { dictionary = true }, string_or_array = { string = true, array = true },
  dictionary_or_array = { dictionary = true, array = true },
}

local phrases = {
  string = "a string", boolean = "a Boolean", integer = "an integer", real = "a number", number = "a number", date = "a date",
  data = "data", array = "an array", dictionary = "a dictionary", string_or_array = "a string or an array",
  dictionary_or_array = "a dictionary or an array",
}

local words = { yes = true, no = true, ["true"] = true, ["false"] = true, ["1"] = true, ["0"] = true, y = true, n = true }

local numbers = { integer = true, real = true, number = true }

-- The type in words, to follow "expected".
function forms.phrase(type) return phrases[type] end

function forms.accepts(type, value) return not accepted[type] or accepted[type][plist.type(value)] == true end

-- Whether the platform reads the value all the same, as NSUserDefaults and Launch Services do with strings for numbers.
function forms.is_tolerated(type, value)
  local found = plist.type(value)
  if type == "boolean" then
    return found == "integer" and (value == 0 or value == 1) or found == "string" and words[value:lower()] == true
  end
  return numbers[type] and found == "string" and tonumber(value) ~= nil
end

-- Returns the value in the type that it should have; nil if more than one answer could be right.
function forms.converted(type, value)
  local found = plist.type(value)
  if type == "boolean" and forms.is_tolerated(type, value) then
    if found == "integer" then return value == 1 end
    local word = value:lower()
    return word == "yes" or word == "true" or word == "1" or word == "y"
  elseif numbers[type] and found == "string" then
    local number = tonumber(value)
    -- Only digits that would be written back the same.
    if math.type(number) == "integer" and tostring(number) == value then return number end
  elseif type == "string" and found == "integer" then
    return tostring(value)
  end
  return nil
end

-- Returns the fix for a value whose type differs from its form.
function forms.fix(key, type, value)
  local text, converted = "change it to " .. phrases[type], forms.converted(type, value)
  if converted == nil then return text end
  return { text = text, set = { [key] = converted } }
end

return forms
