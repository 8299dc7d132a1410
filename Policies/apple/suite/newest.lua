-- The bundle with the highest version, with which the others are compared.
local newest = {}

-- The bundles that state a version in this field.
function newest.having(field, bundles)
  local found = {}
  for _, bundle in ipairs(bundles) do
    if bundle[field] then found[#found + 1] = bundle end
  end
  return found
end

-- Whether one text is a higher version than another. One that is not a version is lower than all that are.
local function is_higher(text, other)
  local own, theirs = version.parse(text), version.parse(other)
  if own and theirs then return own > theirs end
  return own ~= nil
end

-- Of bundles that state a version in this field, the one with the highest; the first of several. Nil if there are none.
function newest.of(field, bundles)
  local reference
  for _, bundle in ipairs(bundles) do
    if not reference or is_higher(bundle[field], reference[field]) then reference = bundle end
  end
  return reference
end

return newest
