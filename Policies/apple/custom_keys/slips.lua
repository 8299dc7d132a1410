-- Whether two names differ by one typo, ignoring letter case: a missing, extra or wrong letter, or two
-- letters swapped.
return function(name, meant)
  name, meant = name:lower(), meant:lower()
  for place = 0, #meant do
    local before, typed, rest = meant:sub(1, place), name:sub(place + 1, place + 1), meant:sub(place + 1)
    if name == before .. rest:sub(2) or name == before .. typed .. rest or name == before .. typed .. rest:sub(2)
      or name == before .. rest:sub(2, 2) .. rest:sub(1, 1) .. rest:sub(3)
    then
      return true
    end
  end
  return false
end
