-- Whether code is a program, at least for one architecture.
return function(code)
  for _, slice in ipairs(code.slices) do
    if slice.file_type == "execute" then return true end
  end
  return false
end
