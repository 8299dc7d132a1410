-- The conversions of format strings, such as %@ and %d.
local conversions = {}

-- The kind of argument that a conversion reads.
local kinds = {}
for letter in ("diuoxXcC"):gmatch(".") do kinds[letter] = "an integer" end
for letter in ("fFeEgGaA"):gmatch(".") do kinds[letter] = "a number" end
for letter in ("sS"):gmatch(".") do kinds[letter] = "a C string" end
kinds["@"], kinds.p = "an object", "a pointer"

-- The arguments that a format reads: kind by position. A percent sign before a blank is plain text, as in "100 % sure".
function conversions.arguments(format)
  local result, position = {}, 0
  for place, letter in format:gsub("%%%%", " "):gmatch("%%(%d*%$?)[-+#0']*%d*%.?%d*[hlqLzjt]*([%a@])") do
    if kinds[letter] then
      position = position + 1
      result[math.tointeger(tonumber(place:match("(%d+)%$"))) or position] = kinds[letter]
    end
  end
  return result
end

-- The first argument that a translated format reads as a pointer although the app passes a number, which crashes the app: its
-- position, and how each format reads it; nil if there is none.
function conversions.crash(format, translated)
  local found = conversions.arguments(translated)
  for index, passed in pairs(conversions.arguments(format)) do
    local read = found[index]
    if (read == "an object" or read == "a C string") and (passed == "an integer" or passed == "a number") then
      return index, read, passed
    end
  end
  return nil
end

return conversions
