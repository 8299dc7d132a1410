-- The architectures of the slices for which a function returns true, in words: `arm64 and arm64e`; nil if there are none.
return function(slices, is_wanted)
  local names = {}
  for _, slice in ipairs(slices) do
    if is_wanted(slice) then names[#names + 1] = slice.architecture end
  end
  return #names > 0 and table.concat(names, " and ") or nil
end
